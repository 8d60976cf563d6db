import { sql } from 'kysely';
import { paymentReview as entity } from '#schema/paymentReview.ts';
import { crud } from '../crud.ts';
import type { Module } from '../deps.ts';

/** The payments of every account as staff read them; deciding is in modules/payment.ts. */
export const paymentReview: Module = (app, deps) => {
  // A view has no counter of its rows: with a condition the list counts them.
  crud(app, deps, entity, { table: 'payment_review', only: () => sql`true` });
};
