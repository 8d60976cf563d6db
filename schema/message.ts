import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';
import { operators } from './phone.ts';

const messageStatuses = [
  'queued',
  'submitting',
  'submitted',
  'delivered',
  'undelivered',
  'expired',
  'rejected',
  'cancelled',
  'unknown',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Reasons of a message's state that are ours; any other is the operator's own code. */
export const NO_RECEIPT = 'NO_RECEIPT';
/** A person said that it expired, and its money was given back. */
export const SETTLED = 'SETTLED';
/** Its money had been given back before its final receipt came: it is not charged. */
export const RELEASED = 'RELEASED';

const time = () => field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false });

/** One recipient's message of a campaign. `row` is the line of the sheet or paste it came from. */
export const message = defineEntity({
  name: 'sms/dispatch',
  path: '/v1/sms/dispatch/',
  read: ['sms-dispatch', 'get'],
  tenancy: 'staff',
  title: 'phone',
  fields: {
    campaign: field('reference', z.uuid(), { write: 'never', of: 'sms', filter: 'equals' }),
    account: ofAccount.account,
    row: field('integer', z.int().nullable(), { write: 'never', list: false }),
    phone: field('phone', z.string(), { write: 'never', search: true, filter: 'equals' }),
    operator: choice(operators, { write: 'never' }),
    text: field('longText', z.string(), { write: 'never', list: false }),
    parts: field('integer', z.int(), { write: 'never' }),
    status: choice(messageStatuses, { write: 'never' }),
    operator_id: field('text', z.string().nullable(), { write: 'never', list: false }),
    // The operator's own code, or one of ours: WORKER_DIED and those above.
    error: field('text', z.string().nullable(), { write: 'never' }),
    /** Sent to the operator simulator: no phone got it. */
    test: field('boolean', z.boolean(), { write: 'never', list: false }),
    submitted_at: time(),
    finished_at: time(),
  },
});
export type Message = z.infer<typeof message.record>;

const byReceipt = ['delivered', 'undelivered', 'expired', 'rejected'] as const;

/** The moves that a message may make. */
export const messageMoves = {
  queued: ['submitting', 'cancelled'],
  submitting: ['submitted', 'rejected', 'queued', 'unknown'],
  submitted: byReceipt,
  unknown: byReceipt,
  delivered: [],
  undelivered: [],
  // Operators try on: a receipt may come while the message is valid.
  expired: ['delivered', 'undelivered', 'rejected'],
  rejected: [],
  cancelled: [],
} as const satisfies Record<MessageStatus, readonly MessageStatus[]>;
