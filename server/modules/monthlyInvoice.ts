import { sql } from 'kysely';
import { anyMonthlyInvoice, monthlyInvoice as entity } from '#schema/monthlyInvoice.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';

/** Invoices of post-paid accounts' months: a customer's own, and all for staff. */
export const monthlyInvoice: Module = (app, { db }) => {
  // These rows have no counter; with a condition the list counts them.
  const options = { table: 'monthly_invoice', ours: true, only: () => sql`true` } as const;
  crud(app, { db }, entity, options);
  crud(app, { db }, anyMonthlyInvoice, options);
};
