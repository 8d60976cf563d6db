import { z } from 'zod';
import { dashboard } from './dashboard.ts';
import { operatorLink } from './operatorLink.ts';
import { operators } from './phone.ts';
import { healthCheck } from './setupHealth.ts';

/** The queued messages of one operator in one campaign are counted up to this number; above it, "more" is shown. */
export const QUEUE_COUNT_MAX = 10_000;

/**
 * Why an operator's messages wait: no link serves it, all its links are paused, none is bound, or it has not approved the
 * sender ID of some (`unapproved`: how many). Null: they are being sent.
 */
const queueReasons = ['none', 'paused', 'down', 'unapproved'] as const;

/**
 * No standby; a synchronous standby; an asynchronous standby, which may be behind when it takes over; commits wait for a
 * synchronous standby, which does not confirm them.
 */
const standbyStates = ['none', 'synchronous', 'asynchronous', 'waiting'] as const;
export type StandbyState = (typeof standbyStates)[number];

const link = operatorLink.record;

/**
 * GET /v1/admin/dashboard-summary/: the provider's dashboard over all accounts. Days are those of Asia/Kathmandu; `amount`
 * is in minor units and may be fractional.
 */
export const dashboardSummary = z.object({
  users: z.int(),
  accounts: z.int(),
  pending_kyc: z.int(),
  /** Credit requests that wait for a decision, and their total in minor units. */
  pending_payments: z.int(),
  pending_amount: z.int(),
  /** Refunds reported by online services that nobody has handled. */
  open_refunds: z.int().optional(),
  pending_senders: z.int(),
  /** Viber identities that wait for a decision. */
  pending_viber: z.int().optional(),
  campaigns: z.object({
    /** Waiting for approval. */
    draft: z.int(),
    /** Preparing, sending or paused. */
    running: z.int(),
    any: z.boolean(),
  }),
  /**
   * What a new provider sets up, and whether it is there: `operator` is `none` without a link to an operator, `down` while
   * no such link is connected, `untested` until one has delivered a message. Null when nothing is missing.
   */
  setup: z
    .object({
      /** The service has a name of its own. */
      brand: z.boolean(),
      operator: z.enum(['none', 'down', 'untested', 'tested']),
      /** Somebody has set a price, or has confirmed the one in force; every server starts with the same. */
      price: z.boolean(),
      /** The default price in force for every operator, in minor units per part. */
      default_price: z.object({ uuid: z.uuid(), price: z.number() }).nullish(),
      /** Tax invoices can be issued. */
      tax: z.boolean(),
      /** Customers are told where to pay, or can pay online. */
      payments: z.boolean(),
      mail: z.boolean(),
      /** There is a key for the secrets that are stored: without one, no operator link, webhook or second factor is. */
      secrets: z.boolean().optional(),
      /** There is an account besides the provider's own. */
      customer: z.boolean(),
    })
    .nullish(),
  /** The worst of the set-up's health (setupHealth.ts) that the rest of this does not say. */
  health: healthCheck.nullish(),
  /** The last 30 days, today included. */
  use: dashboard.shape.use.unwrap().pick({ days: true, operators: true }),
  links: z.array(
    link
      .pick({
        uuid: true,
        name: true,
        state: true,
        is_active: true,
        is_simulator: true,
        since: true,
        reason: true,
        operators: true,
        priority: true,
        in_flight: true,
        per_minute: true,
      })
      // Messages of the last 30 days and their results.
      .extend({ sent: z.int(), delivered: z.int(), failed: z.int() }),
  ),
  database: z.object({
    /** Since when sending is stopped because the database was replaced or restarted (schema/failover.ts). */
    stopped_at: z.iso.datetime().nullable(),
    standby: z.enum(standbyStates),
  }),
  queue: z.object({
    /** Messages of sending campaigns that no operator has yet, including those that a worker has claimed. */
    waiting: z.int(),
    /** Since when the oldest of them waits. */
    oldest_at: z.iso.datetime().nullable(),
    /** Queued messages by operator, longest wait first. */
    operators: z.array(
      z.object({
        operator: z.enum(operators),
        count: z.int(),
        count_is_minimum: z.boolean(),
        oldest_at: z.iso.datetime(),
        reason: z.enum(queueReasons).nullable(),
        /** How many of them wait for the operator's approval of their sender ID; counted like `count`. */
        unapproved: z.int().optional(),
      }),
    ),
  }),
});
export type DashboardSummary = z.infer<typeof dashboardSummary>;
export const DASHBOARD_SUMMARY = '/v1/admin/dashboard-summary/';
