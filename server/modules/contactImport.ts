import { contactImport as entity } from '#schema/contactImport.ts';
import { importRoutes } from '../crud/importRoutes.ts';
import type { Module } from '../deps.ts';
import { requireGroups } from '../services/contacts/groups.ts';

/** Imports of files into contacts, optionally into groups. */
export const contactImport: Module = (app, deps) =>
  importRoutes(app, deps, entity, {
    target: 'contacts',
    check: async ({ groups = [] }, { account }) => ({
      groups: (await requireGroups(deps.db, account, groups)).uuids,
    }),
  });
