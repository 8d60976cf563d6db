import { sql } from 'kysely';
import { paymentReview as entity } from '#schema/paymentReview.ts';
import { crud } from '../crud.ts';
import type { Module } from '../deps.ts';
import { paymentExport } from '../exports/paymentExport.ts';

/** The payments of every account as staff read them; deciding is in modules/payment.ts. */
export const paymentReview: Module = (app, { db }) => {
  // A view has no counter of its rows: with a condition the list counts them.
  crud(app, { db }, entity, { table: 'payment_review', only: () => sql`true` });
  paymentExport(app, db, entity, { table: 'payment_review', name: 'payments' });
};
