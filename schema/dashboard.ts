import { z } from 'zod';
import { messageTotals, ownAccount } from './account.ts';
import { operators } from './phone.ts';

/** A balance below this is low, in minor units (100.00), ... */
export const LOW_BALANCE = 10_000;
/** ... and so is one below what so many days cost at the last 30 days' average. */
export const LOW_DAYS = 3;
/** A package that has parts left is named so many days before it expires. */
export const EXPIRING_DAYS = 7;
/** A top-up that was rejected is named for so many days, unless another one was asked for. */
export const REJECTED_DAYS = 14;
/** How many days the dashboard's series have, today included. */
export const DASHBOARD_DAYS = 30;

/**
 * What asks for a step of the customer's, most urgent first: a code and what its sentence needs. Money is in
 * minor units.
 */
const attention = z.discriminatedUnion('code', [
  z.object({ code: z.literal('kyc_rejected') }),
  z.object({ code: z.literal('kyc_missing') }),
  z.object({
    code: z.literal('topup_rejected'),
    uuid: z.uuid(),
    amount: z.int(),
    reason: z.string().nullable(),
  }),
  z.object({ code: z.literal('low_balance'), balance: z.int(), threshold: z.int() }),
  z.object({ code: z.literal('package_expiring'), parts: z.int(), expires_at: z.iso.datetime() }),
  z.object({ code: z.literal('no_sender') }),
]);
export type Attention = z.infer<typeof attention>;

/**
 * GET /v1/core/dashboard/ (ours): a customer's day at a glance. A part is null where the caller's pairs do not
 * allow it. Days are Kathmandu's.
 */
export const dashboard = z.object({
  /** Minor units; needs topup-list. */
  balance: z.int().nullable(),
  kyc: ownAccount.fields.kyc_status.schema,
  /** Needs credit-daily-consumption. */
  use: z
    .object({
      /** From the first of this month until today. */
      month: messageTotals.extend({ from: z.iso.date(), until: z.iso.date() }),
      /** The last 30 days, oldest first; a day without messages is there with zeros. */
      days: z.array(messageTotals.extend({ day: z.iso.date() })),
      /** Of the same days, the most used first. */
      operators: z.array(messageTotals.extend({ operator: z.enum(operators) })),
    })
    .nullable(),
  /** Needs campaign-list. `running` is preparing, sending or paused. */
  campaigns: z.object({ running: z.int(), any: z.boolean() }).nullable(),
  /** Needs package-active: what is left in packages that have not expired. */
  packages: z.object({ parts: z.int(), next_expiry: z.iso.datetime().nullable() }).nullable(),
  /** Needs topup-list: top-ups that wait for confirmation. */
  topups: z.object({ pending: z.int(), amount: z.int() }).nullable(),
  /** Needs bulk-sms: sender names that may be used, and those that wait for approval. */
  senders: z.object({ approved: z.int(), pending: z.int() }).nullable(),
  attention: z.array(attention),
});
export type Dashboard = z.infer<typeof dashboard>;
