import { sql } from 'kysely';
import type { Plan } from '#schema/compose.ts';
import type { Db } from '../../db/database.ts';
import { Problem } from '../platform/problem.ts';
import { readSettings } from '../platform/providerSettings.ts';
import { campaignDay, leavingDay, nepalDayOf } from './leavingDay.ts';

/**
 * Whether a campaign to `recipients` would need approval, with the numbers compared if there is a limit. Only a forecast:
 * `countUnapproved` decides.
 */
export async function forecastApproval(
  db: Db,
  account: string,
  recipients: number,
  scheduledAt: string | null,
): Promise<Pick<Plan, 'needs_approval' | 'approval'>> {
  const { approval_above: above } = await readSettings(db);
  if (typeof above !== 'number') return { needs_approval: false, approval: null };
  const { rows } = await sql<{ day: string; counted: number }>`
    SELECT d.day::text AS day, coalesce(u.recipients, 0) AS counted
    FROM (SELECT ${leavingDay(scheduledAt)} AS day) d
    LEFT JOIN unapproved_day u ON u.account = ${account} AND u.day = d.day`.execute(db);
  const { day, counted } = rows[0] as (typeof rows)[0];
  const total = Number(counted) + recipients;
  return { needs_approval: total > above, approval: { above, day, total } };
}

/**
 * Counts a campaign of `recipients` towards its day, in the accepting transaction, and returns true. If the day's total
 * would exceed the provider's limit, counts nothing and returns false: it needs approval. One statement compares and
 * counts, so that two concurrent campaigns cannot both take the same room.
 */
export async function countUnapproved(
  trx: Db,
  account: string,
  recipients: number,
  scheduledAt: string | null,
): Promise<boolean> {
  const { approval_above = null } = await readSettings(trx);
  if (approval_above !== null && recipients > approval_above) return false;
  const { rows } = await sql`
    INSERT INTO unapproved_day AS u (account, day, recipients)
    VALUES (${account}, ${leavingDay(scheduledAt)}, ${recipients})
    ON CONFLICT (account, day) DO UPDATE SET recipients = u.recipients + excluded.recipients
      WHERE ${approval_above}::bigint IS NULL OR u.recipients + excluded.recipients <= ${approval_above}::bigint
    RETURNING 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Counts the rest of a campaign that is resumed on a later day towards today; otherwise paused campaigns of many days could
 * be sent on one. Throws `conflict` if today has no room. Must be called last, like `uncountCancelled`.
 */
export async function countResumed(trx: Db, campaign: string): Promise<void> {
  const { rows } = await sql<{ account: string; queued: number }>`
    SELECT account, queued FROM campaign
    WHERE uuid = ${campaign} AND decided_at IS NULL AND NOT trial AND queued > 0
      AND ${campaignDay} < ${nepalDayOf(sql`now()`)}`.execute(trx);
  const [left] = rows;
  if (!left || (await countUnapproved(trx, left.account, left.queued, null))) return;
  throw new Problem(
    'conflict',
    'With this campaign, more messages would be sent today than your provider allows without approval. Resume it on another day, or cancel it and send it again.',
  );
}

/** What a campaign has counted towards its day, if it did; read before it is ended. */
interface Counted {
  account: string;
  day: string;
  cancelled: number;
}

/**
 * The day and number that `countUnapproved` counted; undefined if the campaign needed approval. The caller has it locked.
 */
export async function countedOf(trx: Db, campaign: string): Promise<Counted | undefined> {
  const { rows } = await sql<Counted>`
    SELECT account, ${campaignDay}::text AS day, cancelled
    FROM campaign WHERE uuid = ${campaign} AND status <> 'draft' AND decided_at IS NULL AND NOT trial`.execute(
    trx,
  );
  return rows[0];
}

/**
 * Subtracts a campaign's cancelled messages from its day's total, because they are never sent. Last in the transaction,
 * after the account's lock, which accepting also takes first. Processes of the previous version counted nothing, so the
 * total never goes below zero.
 */
export async function uncountCancelled(trx: Db, campaign: string, before: Counted): Promise<void> {
  await sql`
    UPDATE unapproved_day u SET recipients = greatest(0, u.recipients - (c.cancelled - ${before.cancelled}))
    FROM campaign c
    WHERE c.uuid = ${campaign} AND u.account = ${before.account} AND u.day = ${before.day}::date`.execute(
    trx,
  );
}

/**
 * Moves what a scheduled campaign has counted to the day of its new time, in the transaction that changes it and has its
 * account locked. Throws `conflict` if that day has no room. A campaign that staff have approved counts on no day.
 */
export async function moveCounted(trx: Db, campaign: string, scheduledAt: string | null): Promise<void> {
  const { rows } = await sql<{ account: string; day: string; next: string; queued: number }>`
    SELECT account, queued, ${campaignDay}::text AS day, ${leavingDay(scheduledAt)}::text AS next
    FROM campaign WHERE uuid = ${campaign} AND status <> 'draft' AND decided_at IS NULL`.execute(trx);
  const [counted] = rows;
  if (!counted || counted.day === counted.next) return;
  const { account, day, queued } = counted;
  await sql`
    UPDATE unapproved_day SET recipients = greatest(0, recipients - ${queued})
    WHERE account = ${account} AND day = ${day}::date`.execute(trx);
  if (await countUnapproved(trx, account, queued, scheduledAt)) return;
  throw new Problem(
    'conflict',
    'With this campaign, more messages would be sent on that day than your provider allows without approval. Choose another day.',
  );
}

/** Removes the totals of past days. */
export const clearApprovalDays = (db: Db): Promise<unknown> =>
  sql`DELETE FROM unapproved_day WHERE day < ${nepalDayOf(sql`now()`)}`.execute(db);
