import { sql } from 'kysely';
import { packageForSale as entity } from '#schema/packageForSale.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import { Problem } from '../services/platform/problem.ts';

/** The packages for sale, and those taken off sale. */
export const packageForSale: Module = (app, { db }) => {
  crud(app, { db }, entity, {
    table: 'sms_package',
    unique: { field: 'name', message: 'A package with this name already exists.' },
    columns: {
      sold: sql`(SELECT count(*)::int FROM payment_reference p
        WHERE p.package = t.uuid AND p.status IN ('pending', 'confirmed'))`,
    },
    async remove(trx, uuid) {
      // A purchase reads the row FOR SHARE, so the second of two changes sees the first.
      await sql`SELECT FROM sms_package WHERE uuid = ${uuid} FOR UPDATE`.execute(trx);
      const { numAffectedRows } = await sql`
        DELETE FROM sms_package p WHERE uuid = ${uuid}
          AND NOT EXISTS (SELECT FROM payment_reference WHERE package = p.uuid)
          AND NOT EXISTS (SELECT FROM account_package WHERE package = p.uuid)`.execute(trx);
      if (!numAffectedRows)
        throw new Problem(
          'conflict',
          'This package has been bought, so it cannot be deleted. Take it off sale instead.',
        );
    },
  });
};
