import { z } from 'zod';
import { channels } from './channel.ts';
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

/** The reasons that this server sets itself; any other is the operator's own code. */
export const NO_RECEIPT = 'NO_RECEIPT';
/** Marked as expired by hand; its money was released. */
export const SETTLED = 'SETTLED';
/** Its money had been released before the final receipt came, so it is not charged. */
export const RELEASED = 'RELEASED';

/** How a Viber message ended before its SMS was sent, or `submitted` while that is open. */
export const viberStatuses = [
  'submitted',
  'delivered',
  'undelivered',
  'expired',
  'rejected',
  'read',
] as const;

const time = () => field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false });

const optionalTime = () => field('datetime', z.iso.datetime().nullish(), { write: 'never', list: false });

/** One recipient's message in a campaign. `row` is the line of the file or of the pasted numbers. */
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
    // Why a message was not delivered says more where there is no room for both.
    parts: field('integer', z.int(), { write: 'never', priority: 5 }),
    status: choice(messageStatuses, { write: 'never' }),
    /** What `parts` and the charge are of: a Viber message becomes an SMS when its SMS is sent. Optional for servers. */
    channel: field('choice', z.enum(channels).optional(), {
      ...{ write: 'never', list: false, filter: 'equals', choices: channels },
    }),
    operator_id: field('text', z.string().nullable(), { write: 'never', list: false }),
    // The operator's own code, or one of those above.
    error: field('text', z.string().nullable(), { write: 'never' }),
    /** Sent to the operator simulator, so no phone received it. */
    test: field('boolean', z.boolean(), { write: 'never', list: false }),
    submitted_at: time(),
    finished_at: time(),
    /** When the recipient read it in Viber. */
    read_at: optionalTime(),
    /** The Viber message before an SMS: its state, the operator's reason, and when the operator got it. */
    viber_status: field('choice', z.enum(viberStatuses).nullish(), {
      ...{ write: 'never', list: false, choices: viberStatuses },
    }),
    viber_error: field('text', z.string().nullish(), { write: 'never', list: false }),
    viber_at: optionalTime(),
  },
});
export type Message = z.infer<typeof message.record>;

const byReceipt = ['delivered', 'undelivered', 'expired', 'rejected'] as const;

/** The allowed transitions of a message. */
export const messageMoves = {
  queued: ['submitting', 'cancelled'],
  submitting: ['submitted', 'rejected', 'queued', 'unknown'],
  submitted: byReceipt,
  unknown: byReceipt,
  delivered: [],
  undelivered: [],
  // Operators keep trying, so a receipt may come as long as the message is valid.
  expired: ['delivered', 'undelivered', 'rejected'],
  rejected: [],
  cancelled: [],
} as const satisfies Record<MessageStatus, readonly MessageStatus[]>;
