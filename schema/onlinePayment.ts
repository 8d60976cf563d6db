import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';
import { onlineMethods, paymentStates, startedPayment } from './paymentReference.ts';

/**
 * What the provider's staff must settle by hand: the service took a different amount than requested, the transaction
 * already paid for another payment, the money came after the payment was cancelled or rejected, no answer came for a week,
 * or the service's unreadable key was replaced while it was open.
 */
export const onlineNotes = [
  'amount_differs',
  'transaction_used',
  'paid_after_end',
  'unsettled',
  'key_replaced',
] as const;
export type OnlineNote = (typeof onlineNotes)[number];

/** What the service answered about a payment; `unavailable`: no usable answer. */
const onlineAnswers = ['paid', 'pending', 'failed', 'not_found', 'unavailable'] as const;
export type OnlineAnswer = (typeof onlineAnswers)[number];

/**
 * POST /v1/credit/payment/online/{uuid}/check/ (ours): asks the service and returns the payment. `checkout` says where to
 * continue an open payment; null when that is not possible.
 */
export const checkedPayment = startedPayment.extend({
  /**
   * The service's last answer: from now, or from a moment ago if others asked. Null: no answer yet. `unavailable` also while
   * the server cannot ask the service.
   */
  answer: z.enum(onlineAnswers).nullable(),
  note: z.enum(onlineNotes).nullable(),
});
export type CheckedPayment = z.infer<typeof checkedPayment>;

/** What the online service knows about a payment, for staff; the uuid is that of the payment. */
export const onlinePayment = defineEntity({
  name: 'admin/online-payments',
  path: '/v1/admin/payment-reference/online/',
  read: ['payment-reference-list', 'get'],
  title: 'transaction',
  tenancy: 'staff',
  fields: {
    ...ofAccount,
    method: choice(onlineMethods, { write: 'never' }),
    /** The payment's own state; `answer` is what the service says. */
    status: choice(paymentStates, { write: 'never', filter: false }),
    /** The amount requested. */
    amount: field('money', z.int(), { write: 'never', sort: true }),
    /** The service's transaction number and the amount received; null until money has come. */
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
