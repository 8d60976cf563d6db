import { z } from 'zod';
import { messageTotals, ownAccount } from './account.ts';
import { operators } from './phone.ts';

/** A balance below this is low, in minor units (100.00). */
export const LOW_BALANCE = 10_000;
/**
 * A balance is also low when it covers fewer days than this at the average of the last 30 days. It is not while packages
 * hold parts for as many days, and a sender ID to use them with is approved.
 */
export const LOW_DAYS = 3;
/** A package with parts left is listed this many days before it expires. */
export const EXPIRING_DAYS = 7;
/** A rejected top-up is listed for this many days, unless another one was requested. */
export const REJECTED_DAYS = 14;
/** Number of days in the dashboard's series, today included. */
export const DASHBOARD_DAYS = 30;

/** A usual duration is reported only if it is the median of at least so many reviews. */
export const REVIEWS_MIN = 5;

const moments = z.object({
  kyc: z.iso.datetime().nullable(),
  sender: z.iso.datetime().nullable(),
  topup: z.iso.datetime().nullable(),
});
const durations = z.object({
  kyc: z.int().nullable(),
  sender: z.int().nullable(),
  topup: z.int().nullable(),
});

/** The first steps of an account that has not sent a campaign. */
const onboarding = z.object({
  /** Since when the oldest of each waits for a decision of the provider's staff. */
  since: moments,
  /** How many seconds staff usually take to decide; null if there are too few decisions. */
  usual: durations,
  /** Whether the account has contacts, without the samples of its trial. */
  contacts: z.boolean(),
});
export type Onboarding = z.infer<typeof onboarding>;

/**
 * What needs the customer's attention, most urgent first: a code and the values for its sentence. Money is in minor units.
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
 * GET /v1/core/dashboard/ (ours): a customer's dashboard. A part is null when the caller's pairs do not allow it. Days are
 * those of Asia/Kathmandu.
 */
export const dashboard = z.object({
  /** Minor units; needs topup-list. */
  balance: z.int().nullable(),
  kyc: ownAccount.fields.kyc_status.schema,
  /** Needs credit-daily-consumption. */
  use: z
    .object({
      /** From the first of this month to today. */
      month: messageTotals.extend({ from: z.iso.date(), until: z.iso.date() }),
      /** The last 30 days, oldest first; days without messages are included with zeros. */
      days: z.array(messageTotals.extend({ day: z.iso.date() })),
      /** The same days by operator, most used first. */
      operators: z.array(messageTotals.extend({ operator: z.enum(operators) })),
    })
    .nullable(),
  /** Null once a campaign was sent, and for staff. Messages of the trial do not count. */
  onboarding: onboarding.nullish(),
  /** Needs campaign-list. `running` is preparing, sending or paused; `any` leaves out messages of the trial. */
  campaigns: z.object({ running: z.int(), any: z.boolean() }).nullable(),
  /** Needs package-active: what is left in packages that have not expired. */
  packages: z.object({ parts: z.int(), next_expiry: z.iso.datetime().nullable() }).nullable(),
  /** Needs topup-list: top-ups that wait for confirmation. */
  topups: z.object({ pending: z.int(), amount: z.int() }).nullable(),
  /**
   * Needs bulk-sms: approved sender IDs, and those that wait for approval. `viber`: approved Viber identities that campaigns
   * can be sent with now: there must be an operator link, and a price for at least one operator (a campaign to an operator
   * without one is refused). Missing from older servers.
   */
  senders: z.object({ approved: z.int(), pending: z.int(), viber: z.int().optional() }).nullable(),
  attention: z.array(attention),
});
export type Dashboard = z.infer<typeof dashboard>;
