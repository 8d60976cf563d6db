import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { pipelined } from '../../db/pipelined.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { post } from '../money/ledger.ts';

/** SQL that tells whether a campaign has nothing left to send. */
const isDone = sql<boolean>`(status = 'sending' AND queued = 0 AND NOT expanding)`;
const hasEnded = sql<boolean>`status IN ('completed', 'cancelled', 'failed')`;

/** SQL that tells whether `settle` has something to do for a campaign. */
export const mayEnd = sql<boolean>`(${isDone} OR ${hasEnded})`;

/**
 * Completes a campaign that has nothing left to send, and releases what ended campaigns no longer need: parts to their
 * packages (latest expiry first), the rest to the wallet. What unknown messages hold stays held. Once none is unknown, held
 * = captured + released to the paisa. The caller's transaction has the campaigns' rows locked, and calls it once, for all
 * of them: it locks their accounts in a fixed order, and an account is always locked before its packages.
 */
export async function settle(trx: Db, campaigns: readonly string[]): Promise<void> {
  const complete = sql`${prepared}
    WITH done AS (
      UPDATE campaign SET status = 'completed', finished_at = now()
      WHERE uuid = ANY(${campaigns}) AND ${isDone} RETURNING uuid
    )
    DELETE FROM campaign_queue q USING (
      SELECT campaign, operator FROM campaign_queue WHERE campaign IN (SELECT uuid FROM done)
      ORDER BY campaign, operator FOR UPDATE) locked
    WHERE q.campaign = locked.campaign AND q.operator = locked.operator`;
  // The wallet's share is rounded once: the captured amount is round(exact), however many steps it took.
  const ended = sql<{ uuid: string; account: string; amount: number; parts: number }>`${prepared}
    SELECT uuid, account, cost - round(cost_exact - dropped_exact)::bigint - released AS amount,
      package_dropped - package_released AS parts
    FROM campaign WHERE uuid = ANY(${campaigns}) AND ${hasEnded}
    ORDER BY uuid`;
  const [, { rows }] = await pipelined(
    trx,
    (db) => complete.execute(db),
    (db) => ended.execute(db),
  );
  if (rows.length === 0) return;
  const unsettled = rows.filter(({ amount, parts }) => amount !== 0 || parts > 0);
  if (unsettled.length > 0) {
    const accounts = unsettled.map(({ account }) => account);
    await sql`SELECT FROM account WHERE uuid = ANY(${accounts}) ORDER BY uuid FOR NO KEY UPDATE`.execute(trx);
  }
  for (const { uuid, account, amount, parts } of unsettled) {
    await post(trx, { account, kind: 'release', amount, campaign: uuid });
    if (parts > 0) await giveBack(trx, uuid, parts);
  }
  // For all of them at once: of a thousand small campaigns that end together, most have nothing to release.
  await sql`${prepared}
    UPDATE campaign c SET released = c.released + r.amount, package_released = c.package_released + r.parts,
      captured = least(round(c.captured_exact)::bigint, c.cost - c.released - r.amount)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(uuid uuid, amount bigint, parts int)
    WHERE c.uuid = r.uuid AND (r.amount <> 0 OR r.parts <> 0
      OR c.captured <> least(round(c.captured_exact)::bigint, c.cost - c.released))`.execute(trx);
}

async function giveBack(trx: Db, campaign: string, parts: number): Promise<void> {
  await sql`
    WITH places AS (
      SELECT cp.package, cp.parts - cp.released AS room,
        sum(cp.parts - cp.released) OVER (ORDER BY p.expires_at DESC, p.uuid) - (cp.parts - cp.released) AS before
      FROM campaign_package cp JOIN account_package p ON p.uuid = cp.package WHERE cp.campaign = ${campaign}
    ), shares AS (
      SELECT package, least(room, greatest(0, ${parts} - before))::int AS n FROM places
    ), noted AS (
      UPDATE campaign_package cp SET released = released + n FROM shares s
      WHERE cp.campaign = ${campaign} AND cp.package = s.package AND n > 0
    )
    UPDATE account_package p SET remaining = remaining + n FROM shares s WHERE p.uuid = s.package AND n > 0`.execute(
    trx,
  );
}

/** Locks the campaigns of a SELECT in a fixed order, so that two workers never deadlock. Returns their uuids. */
export async function lockCampaigns(trx: Db, campaigns: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`${prepared}
    SELECT uuid FROM campaign WHERE uuid IN (${campaigns}) ORDER BY uuid FOR UPDATE`.execute(trx);
  return rows.map((row) => row.uuid);
}

/** The campaigns of messages. */
export const campaignsOf = (messages: readonly string[]): RawBuilder<unknown> =>
  sql`SELECT campaign FROM message WHERE uuid = ANY(${messages})`;
