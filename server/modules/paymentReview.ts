import { type RawBuilder, sql } from 'kysely';
import { paymentReview as entity } from '#schema/paymentReview.ts';
import { crud } from '../crud/crud.ts';
import { paymentExport } from '../crud/exports/paymentExport.ts';
import type { Module } from '../deps.ts';

/** The payments of every account as staff read them; deciding is in modules/payment.ts. */
export const paymentReview: Module = (app, { db }) => {
  const of = (what: RawBuilder<unknown>) =>
    sql`(SELECT ${what} FROM payment_reference p LEFT JOIN users f ON f.uuid = p.first_by WHERE p.uuid = t.uuid)`;
  const columns = {
    awaits_second: of(sql`p.status = 'pending' AND p.first_by IS NOT NULL`),
    first_by: of(sql`p.first_by`),
    first_by_name: of(sql`f.name`),
    first_at: of(sql`p.first_at`),
  };
  // A view has no counter of its rows: with a condition the list counts them.
  crud(app, { db }, entity, { table: 'payment_review', only: () => sql`true`, columns });
  paymentExport(app, db, entity, { table: 'payment_review', name: 'payments' });
};
