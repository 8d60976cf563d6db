import { z } from 'zod';

/** A campaign that was accepted or partly sent, and that the database no longer has. */
const lostCampaign = z.object({
  uuid: z.uuid(),
  account: z.string().nullable(),
  name: z.string().nullable(),
  recipients: z.int().nullable(),
  /** Amount held for it, in minor units. */
  cost: z.int().nullable(),
  accepted_at: z.iso.datetime({ offset: true }).nullable(),
  /** Messages of it that an operator has accepted. */
  handed: z.int(),
});

const missingProcess = z.object({
  role: z.string(),
  host: z.string(),
  pid: z.int(),
  seen_at: z.iso.datetime({ offset: true }),
});

/**
 * GET /v1/admin/failover/ (ours): the database was replaced by a standby or a backup, or restarted. Nothing is sent while
 * `resumed_at` is null.
 */
export const failover = z.object({
  uuid: z.uuid(),
  /** False: it is the same database, only restarted. */
  is_other_cluster: z.boolean(),
  /** Messages that an operator has but the database had lost; they are unknown now. */
  messages: z.int(),
  /** Such messages that are still being prepared. */
  pending: z.int(),
  /** More may be lost than the processes remember. */
  is_beyond_memory: z.boolean(),
  noticed_at: z.iso.datetime(),
  resumed_at: z.iso.datetime().nullable(),
  resumed_by: z.string().nullable(),
  /** Processes that ran before and have not reported yet. */
  missing: z.array(missingProcess),
  campaigns: z.array(lostCampaign),
});
export type Failover = z.infer<typeof failover>;

export const FAILOVER = '/v1/admin/failover/';
