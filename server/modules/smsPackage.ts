import { sql } from 'kysely';
import { activePackage, smsPackage as entity } from '#schema/smsPackage.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';

/** The packages for sale, and those that an account has bought. */
export const smsPackage: Module = (app, deps) => {
  crud(app, deps, entity, { table: 'sms_package', only: () => sql`t.is_active` });
  crud(app, deps, activePackage, { table: 'account_package' });
};
