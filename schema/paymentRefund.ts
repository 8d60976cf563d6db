import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';
import { onlineMethods, paymentStates } from './paymentReference.ts';
import { shownText } from './shownText.ts';

const refundKinds = ['full', 'part'] as const;
export type RefundKind = (typeof refundKinds)[number];

/**
 * Refunds that an online service reported for a payment, once per kind: tasks for staff, who record what they did. They
 * never change a balance by themselves. Ours.
 */
export const paymentRefund = defineEntity({
  name: 'admin/payment-refunds',
  path: '/v1/admin/payment-reference/refunds/',
  read: ['payment-reference-list', 'get'],
  tenancy: 'staff',
  title: 'account_name',
  fields: {
    ...ofAccount,
    payment: field('reference', z.uuid(), {
      write: 'never',
      list: false,
      filter: 'equals',
      of: 'admin/payment-references',
    }),
    method: choice(onlineMethods, { write: 'never', filter: false }),
    /** The payment's amount, in minor units: services do not report the amount of a partial refund. */
    amount: field('money', z.int(), { write: 'never' }),
    kind: choice(refundKinds, { write: 'never' }),
    /** The payment's own status; only a confirmed one was credited. */
    payment_status: choice(paymentStates, { write: 'never', filter: false }),
    status: choice(['open', 'handled'], { write: 'never' }),
    handled_by_name: field('text', z.string().nullable(), { write: 'never', list: false }),
    handled_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
    /** What was done about it. */
    note: field('text', z.string().nullable(), { write: 'never', list: false }),
  },
});
export type PaymentRefund = z.infer<typeof paymentRefund.record>;

/** POST {refunds}{uuid}/handle/ */
export const refundHandled = z.strictObject({ note: shownText(500).min(1, 'Required') });
