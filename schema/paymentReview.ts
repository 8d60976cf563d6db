import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';
import { changedPaymentFields, paymentFields } from './paymentReference.ts';

/** Another payment with the same number and method, ignoring spaces and hyphens. */
const possibleDuplicate = z.object({
  uuid: z.uuid(),
  account_name: z.string(),
  amount: z.int(),
  status: z.enum(['pending', 'confirmed']),
  created_at: z.iso.datetime(),
});
export type PossibleDuplicate = z.infer<typeof possibleDuplicate>;

/** The payments of every account, for the provider's staff: who may change, confirm or reject them holds the pair's `post`. */
export const paymentReview = defineEntity({
  name: 'admin/payment-references',
  path: '/v1/admin/payment-reference/',
  aliases: ['/v1/credit/user-payment-reference/all/'],
  read: ['payment-reference-list', 'get'],
  write: ['payment-reference-list', 'post'],
  writes: ['update'],
  tenancy: 'staff',
  title: 'reference',
  fields: {
    account: ofAccount.account,
    account_name: field('text', z.string(), { write: 'never', search: true }),
    /** The user who requested it. */
    user_name: field('text', z.string(), { write: 'never', list: false }),
    ...paymentFields,
    ...changedPaymentFields,
    kind: choice(['topup', 'package'], { write: 'never' }),
    /** Whether one person has confirmed it and a second must, because it exceeds the provider's limit. */
    awaits_second: field('boolean', z.boolean(), { write: 'never', list: false, filter: 'equals' }),
    /** The person who confirmed first, if a second one was needed. */
    first_by: field('reference', z.uuid().nullable(), { write: 'never', list: false, of: 'users' }),
    first_by_name: field('text', z.string().nullable(), { write: 'never', list: false }),
    first_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
    /** Name of the person who decided; null until then, and when the server decided by itself. */
    decided_by: field('text', z.string().nullable(), { write: 'never', list: false }),
    /** At most five, confirmed ones first. */
    duplicates: field('attributes', z.array(possibleDuplicate), { write: 'never', list: false }),
  },
});
export type PaymentReview = z.infer<typeof paymentReview.record>;
