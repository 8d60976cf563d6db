import { template as entity } from '#schema/template.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';

export const template: Module = (app, deps) =>
  crud(app, deps, entity, {
    table: 'template',
    unique: { field: 'name', message: 'A template with this name already exists.' },
  });
