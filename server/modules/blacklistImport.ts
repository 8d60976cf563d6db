import { blacklistImport as entity } from '#schema/blacklistImport.ts';
import { importRoutes } from '../crud/importRoutes.ts';
import type { Module } from '../deps.ts';

/** Imports of files into the blacklist. */
export const blacklistImport: Module = (app, deps) =>
  importRoutes(app, deps, entity, {
    target: 'blacklist',
    check: async ({ reason }) => ({ reason: reason || null }),
  });
