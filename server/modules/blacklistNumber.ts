import { blacklistNumber as entity } from '#schema/blacklistNumber.ts';
import { crud } from '../crud.ts';
import type { Module } from '../deps.ts';
import { requirePhone } from '../services/numbers.ts';

export const blacklistNumber: Module = (app, deps) =>
  crud(app, deps, entity, {
    table: 'blacklist_number',
    beforeWrite: ({ phone, ...values }) =>
      phone === undefined ? values : { ...values, phone: requirePhone(phone as string) },
    unique: { field: 'phone', message: 'This number is on the blacklist already.' },
  });
