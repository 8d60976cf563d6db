import { contactGroup as entity } from '#schema/contactGroup.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';

export const contactGroup: Module = (app, deps) =>
  crud(app, deps, entity, {
    table: 'contact_group',
    standby: true,
    unique: { field: 'name', message: 'A group with this name already exists.' },
  });
