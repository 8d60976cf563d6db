import { z } from 'zod';
import { dashboard } from './dashboard.ts';
import { operatorLink } from './operatorLink.ts';
import { operators } from './phone.ts';

/** Waiting messages of one operator in one campaign are counted up to here; beyond it there are "more". */
export const QUEUE_COUNT_MAX = 10_000;

/**
 * Why an operator's messages wait: no link serves it; all that do are paused; none of them is bound. Null: they
 * are being sent.
 */
const queueReasons = ['none', 'paused', 'down'] as const;

/** No standby; one that commits wait for; one that commits do not wait for, which may be behind when it takes over. */
const standbyStates = ['none', 'synchronous', 'asynchronous'] as const;
export type StandbyState = (typeof standbyStates)[number];

const link = operatorLink.record;

/**
 * GET /v1/admin/dashboard-summary/: the provider's day at a glance, over all accounts. Days are Kathmandu's,
 * `amount` is in minor units and may be fractional.
 */
export const dashboardSummary = z.object({
  users: z.int(),
  accounts: z.int(),
  pending_kyc: z.int(),
  /** Credit requests that wait for a decision, and what they come to in minor units. */
  pending_payments: z.int(),
  pending_amount: z.int(),
  /** Refunds that online services told of and nobody has handled. */
  open_refunds: z.int().optional(),
  pending_senders: z.int(),
  campaigns: z.object({
    /** Waiting for approval. */
    draft: z.int(),
    /** Being prepared, sent or paused. */
    running: z.int(),
    any: z.boolean(),
  }),
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
      // Messages of the last 30 days, and what has become of them.
      .extend({ sent: z.int(), delivered: z.int(), failed: z.int() }),
  ),
  database: z.object({
    /** Since when nothing is sent, because the database was replaced or restarted (schema/failover.ts). */
    stopped_at: z.iso.datetime().nullable(),
    standby: z.enum(standbyStates),
  }),
  queue: z.object({
    /** Messages of sending campaigns that are not with an operator yet, those in a worker's hand included. */
    waiting: z.int(),
    /** Since when the one waits that waits longest. */
    oldest_at: z.iso.datetime().nullable(),
    /** What waits by operator, the longest wait first. */
    operators: z.array(
      z.object({
        operator: z.enum(operators),
        count: z.int(),
        count_is_minimum: z.boolean(),
        oldest_at: z.iso.datetime(),
        reason: z.enum(queueReasons).nullable(),
      }),
    ),
  }),
});
export type DashboardSummary = z.infer<typeof dashboardSummary>;
export const DASHBOARD_SUMMARY = '/v1/admin/dashboard-summary/';
