import { type RawBuilder, sql } from 'kysely';
import type { Plan } from '#schema/compose.ts';
import type { Db } from '../../db/database.ts';
import { Problem } from '../platform/problem.ts';
import { readSettings } from '../platform/providerSettings.ts';

/** The calendar day in Nepal of a moment. */
const nepalDayOf = (moment: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${moment} AT TIME ZONE 'Asia/Kathmandu')::date`;

/** The day on which a campaign that is accepted now leaves; a time that has passed means at once. */
const leavingDay = (scheduledAt: string | null): RawBuilder<unknown> =>
  nepalDayOf(sql`greatest(now(), ${scheduledAt}::timestamptz)`);

/**
 * Whether a campaign to `recipients` would wait for the provider's approval, and with a limit what it is compared with.
 * Only a forecast: `countUnapproved` decides.
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
 * Counts a campaign of `recipients` to the day on which it leaves, in the transaction that accepts it, and answers true;
 * or, where the day's total would be above the provider's limit, counts nothing and answers false: it needs approval.
 * Compares and counts in one statement, so that two at once cannot both take the same room.
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
 * Counts what is left of a campaign that goes on after an earlier day to today, or paused campaigns of many days could be
 * sent on one. Throws `conflict` where today has no room for it. Called last, as `uncountCancelled` is.
 */
export async function countResumed(trx: Db, campaign: string): Promise<void> {
  const { rows } = await sql<{ account: string; queued: number }>`
    SELECT account, queued FROM campaign
    WHERE uuid = ${campaign} AND decided_at IS NULL AND queued > 0
      AND ${nepalDayOf(sql`greatest(created_at, scheduled_at)`)} < ${nepalDayOf(sql`now()`)}`.execute(trx);
  const [left] = rows;
  if (!left || (await countUnapproved(trx, left.account, left.queued, null))) return;
  throw new Problem(
    'conflict',
    'With this campaign, more messages would be sent today than your provider allows without approval. Resume it on another day, or cancel it and send it again.',
  );
}

/** What a campaign has counted to its day, and whether it did; read before it is ended. */
interface Counted {
  account: string;
  day: string;
  cancelled: number;
}

/** What `countUnapproved` counted a campaign to; undefined for one that needed approval. The caller has it locked. */
export async function countedOf(trx: Db, campaign: string): Promise<Counted | undefined> {
  const { rows } = await sql<Counted>`
    SELECT account, ${nepalDayOf(sql`greatest(created_at, scheduled_at)`)}::text AS day, cancelled
    FROM campaign WHERE uuid = ${campaign} AND status <> 'draft' AND decided_at IS NULL`.execute(trx);
  return rows[0];
}

/**
 * Takes what a campaign's end has cancelled off its day's total: it never leaves. Last in the transaction, after the
 * account's lock, which accepting takes first too. Processes of the version before counted nothing, so never below zero.
 */
export async function uncountCancelled(trx: Db, campaign: string, before: Counted): Promise<void> {
  await sql`
    UPDATE unapproved_day u SET recipients = greatest(0, u.recipients - (c.cancelled - ${before.cancelled}))
    FROM campaign c
    WHERE c.uuid = ${campaign} AND u.account = ${before.account} AND u.day = ${before.day}::date`.execute(
    trx,
  );
}

/** Removes the totals of days that are over. */
export const clearApprovalDays = (db: Db): Promise<unknown> =>
  sql`DELETE FROM unapproved_day WHERE day < ${nepalDayOf(sql`now()`)}`.execute(db);
