import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';
import { onlineMethods, paymentStates, startedPayment } from './paymentReference.ts';

/**
 * What the provider's staff must settle by hand: the service took another amount than was asked for, its
 * transaction has paid another payment already, the money came after the payment was cancelled or rejected,
 * or nobody could say for a week.
 */
export const onlineNotes = ['amount_differs', 'transaction_used', 'paid_after_end', 'unsettled'] as const;
export type OnlineNote = (typeof onlineNotes)[number];

/** What the service said of a payment; `unavailable`: it said nothing that can be used. */
const onlineAnswers = ['paid', 'pending', 'failed', 'not_found', 'unavailable'] as const;
export type OnlineAnswer = (typeof onlineAnswers)[number];

/**
 * POST /v1/credit/payment/online/{uuid}/check/ (ours): the payment after its service was asked about it.
 * `checkout` says where a payment that is still open can be gone on with; null where it cannot.
 */
export const checkedPayment = startedPayment.extend({
  /** What the service said last: now, or a moment ago when others asked. null: it has said nothing yet. */
  answer: z.enum(onlineAnswers).nullable(),
  note: z.enum(onlineNotes).nullable(),
});
export type CheckedPayment = z.infer<typeof checkedPayment>;

/** What is known of a payment at its service, for staff; its uuid is the payment's. */
export const onlinePayment = defineEntity({
  name: 'admin/online-payments',
  path: '/v1/admin/payment-reference/online/',
  read: ['payment-reference-list', 'get'],
  title: 'transaction',
  tenancy: 'staff',
  fields: {
    ...ofAccount,
    method: choice(onlineMethods, { write: 'never' }),
    /** The payment's own state; what the service says is `answer`. */
    status: choice(paymentStates, { write: 'never', filter: false }),
    /** What was asked for. */
    amount: field('money', z.int(), { write: 'never', sort: true }),
    /** The service's number of the money that came, and how much it was; null while none came. */
    transaction: field('text', z.string().nullable(), { write: 'never', search: true }),
    paid: field('money', z.int().nullable(), { write: 'never' }),
    answer: field('choice', z.enum(onlineAnswers).nullable(), {
      write: 'never',
      filter: 'equals',
      choices: onlineAnswers,
    }),
    note: field('choice', z.enum(onlineNotes).nullable(), {
      write: 'never',
      filter: 'equals',
      choices: onlineNotes,
    }),
    checks: field('integer', z.int(), { write: 'never' }),
    checked_at: field('datetime', z.iso.datetime().nullable(), { write: 'never' }),
  },
});
export type OnlinePaymentRow = z.infer<typeof onlinePayment.record>;
