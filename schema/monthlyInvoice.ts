import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';
import { balancePair } from './permissions.ts';

const invoiceStates = ['open', 'overdue', 'paid'] as const;

const fields = {
  /** The month of Bikram Sambat that it is for: `2083-08`. */
  month: field('text', z.string(), { write: 'never', filter: 'equals' }),
  /** The three parts of its number (`invoiceNumber`). */
  prefix: field('text', z.string(), { write: 'never', list: false }),
  fiscal_year: field('text', z.string(), { write: 'never', list: false }),
  number: field('integer', z.int(), { write: 'never' }),
  /** The last day to pay it, in Nepal. */
  due_on: field('text', z.iso.date(), { write: 'never', filter: 'range' }),
  /** Minor units, with VAT. */
  total: field('money', z.int(), { write: 'never' }),
  /** Minor units that payments have settled. */
  paid: field('money', z.int(), { write: 'never' }),
  status: choice(invoiceStates, { write: 'never' }),
};

/** The tax invoices of a post-paid account's months. The paper itself is at /v1/credit/invoices/{uuid}/. Ours. */
export const monthlyInvoice = defineEntity({
  name: 'wallet/invoices',
  path: '/v1/credit/monthly-invoices/',
  read: balancePair,
  title: 'month',
  fields,
});
export type MonthlyInvoice = z.infer<typeof monthlyInvoice.record>;

/** Those of all accounts, for the provider's staff. */
export const anyMonthlyInvoice = defineEntity({
  name: 'admin/monthly-invoices',
  path: '/v1/admin/monthly-invoices/',
  read: ['payment-reference-list', 'get'],
  tenancy: 'staff',
  title: 'account_name',
  fields: { ...ofAccount, ...fields },
});
export type AnyMonthlyInvoice = z.infer<typeof anyMonthlyInvoice.record>;
