import { type Kysely, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { consumed } from './consumption.ts';
import { type DailyChange, withDaily } from './daily.ts';
import { applyReceipts, keptReceipts } from './receipts.ts';
import { lockCampaigns, settle } from './settle.ts';

export interface Claimed {
  uuid: string;
  phone: string;
  text: string | null;
  attempts: number;
}

/** Campaigns with messages that may go out now, oldest first. */
export async function sendingCampaigns(db: Db): Promise<{ uuid: string; sender: string; body: string }[]> {
  const { rows } = await sql<{ uuid: string; sender: string; body: string }>`
    SELECT uuid, sender, body FROM campaign c WHERE status = 'sending' AND EXISTS (
      SELECT FROM message m WHERE m.campaign = c.uuid AND m.status = 'queued'
        AND (m.not_before IS NULL OR m.not_before <= now()))
    ORDER BY uuid`.execute(db);
  return rows;
}

/**
 * Takes messages of a campaign into a worker's hand. They are committed as `submitting` before the first
 * of them goes to an operator: what a crash leaves so is unknown, never sent again.
 */
export async function claim(
  db: Db,
  worker: number,
  link: string,
  campaign: string,
  limit: number,
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    WITH next AS MATERIALIZED (
      SELECT uuid FROM message
      WHERE campaign = ${campaign} AND status = 'queued' AND (not_before IS NULL OR not_before <= now())
      ORDER BY uuid LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    UPDATE message m SET status = 'submitting', worker = ${worker}, link = ${link}, attempts = attempts + 1,
      updated_at = now()
    FROM next WHERE m.uuid = next.uuid
    RETURNING m.uuid, m.phone, m.text, m.attempts`.execute(db);
  return rows;
}

/** What became of a claimed message. `ids` are the operator's, one for each part. */
export type Outcome = { uuid: string } & (
  | { status: 'submitted'; ids: readonly string[] }
  | { status: 'rejected' | 'unknown'; error: string }
  | { status: 'queued'; error: string; seconds: number } // a temporary refusal: not before so many seconds
);

/**
 * Records outcomes in one transaction: statuses, counts, what is captured or no more held, consumption, the
 * day's totals, and receipts that came earlier than the answer. Only messages still in this worker's hand move.
 */
export const recordOutcomes = (
  db: Kysely<unknown>,
  worker: number,
  outcomes: readonly Outcome[],
): Promise<void> =>
  withDaily(db, async (trx, daily) => {
    const rows = outcomes.map((o) => ({
      uuid: o.uuid,
      status: o.status,
      ids: o.status === 'submitted' ? o.ids : null,
      error: o.status === 'submitted' ? null : o.error,
      seconds: o.status === 'queued' ? o.seconds : null,
    }));
    const text = JSON.stringify(rows);
    // Named beside the JSON, whose rows the planner cannot count, so that it goes by the index.
    const uuids = outcomes.map((outcome) => outcome.uuid);
    const locked = await lockCampaigns(trx, uuids);
    const sent = await sql<DailyChange>`
      WITH o AS (
        SELECT * FROM jsonb_to_recordset(${text}::jsonb)
          AS o(uuid uuid, status text, ids jsonb, error text, seconds float8)
      ), moved AS (
        UPDATE message m SET status = o.status, worker = NULL, operator_id = o.ids->>0, error = o.error,
          not_before = now() + make_interval(secs => o.seconds),
          submitted_at = CASE WHEN o.status IN ('submitted', 'unknown') THEN now() END,
          finished_at = CASE WHEN o.status = 'rejected' THEN now() END, updated_at = now()
        -- An expression: the planner must not trust the statistics of so short-lived a value.
        FROM o WHERE m.uuid = o.uuid AND m.uuid = ANY(${uuids}) AND m.worker + 0 = ${worker}
        RETURNING m.uuid, m.account, m.campaign, m.operator, m.parts, m.package_parts, m.amount, m.status, m.link, o.ids
      ), parts AS (
        INSERT INTO message_part (link, operator_id, message)
        SELECT link, id, uuid FROM moved, jsonb_array_elements_text(ids) AS id WHERE parts > 1
        ON CONFLICT DO NOTHING
      ), used AS (
        ${consumed(sql`SELECT account, campaign, operator, parts, package_parts, amount, 1 AS way
                       FROM moved WHERE status = 'submitted'`)}
      ), counted AS (
        UPDATE campaign c SET queued = c.queued - d.gone, submitted = c.submitted + d.submitted,
          rejected = c.rejected + d.rejected, unknown = c.unknown + d.unknown,
          captured_exact = c.captured_exact + d.captured, dropped_exact = c.dropped_exact + d.dropped,
          package_captured = c.package_captured + d.package_captured,
          package_dropped = c.package_dropped + d.package_dropped,
          captured = round(c.captured_exact + d.captured)::bigint
        FROM (SELECT campaign,
                count(*) FILTER (WHERE status <> 'queued') AS gone,
                count(*) FILTER (WHERE status = 'submitted') AS submitted,
                count(*) FILTER (WHERE status = 'rejected') AS rejected,
                count(*) FILTER (WHERE status = 'unknown') AS unknown,
                coalesce(sum(amount) FILTER (WHERE status = 'submitted'), 0) AS captured,
                coalesce(sum(amount) FILTER (WHERE status = 'rejected'), 0) AS dropped,
                coalesce(sum(package_parts) FILTER (WHERE status = 'submitted'), 0) AS package_captured,
                coalesce(sum(package_parts) FILTER (WHERE status = 'rejected'), 0) AS package_dropped
              FROM moved GROUP BY campaign) d
        WHERE c.uuid = d.campaign
      )
      SELECT account, nepal_day(now()) AS day, operator, count(*) AS sent,
        count(*) FILTER (WHERE status = 'submitted') AS messages,
        coalesce(sum(parts) FILTER (WHERE status = 'submitted'), 0) AS parts,
        coalesce(sum(amount) FILTER (WHERE status = 'submitted'), 0)::text AS amount,
        count(*) FILTER (WHERE status = 'rejected') AS failed
      FROM moved WHERE status <> 'queued' GROUP BY account, operator`.execute(trx);
    daily.push(...sent.rows);
    const ids = outcomes.flatMap((o) => (o.status === 'submitted' ? o.ids : []));
    await applyReceipts(trx, await keptReceipts(trx, ids), daily);
    await cancelLate(trx, outcomes);
    await settle(trx, locked);
  });

/** A message that an operator refused for now, of a campaign that was cancelled meanwhile, is cancelled too. */
async function cancelLate(trx: Db, outcomes: readonly Outcome[]): Promise<void> {
  const requeued = outcomes.flatMap((o) => (o.status === 'queued' ? [o.uuid] : []));
  if (requeued.length === 0) return;
  await sql`
    WITH moved AS (
      UPDATE message m SET status = 'cancelled', finished_at = now(), updated_at = now()
      FROM campaign c
      WHERE m.uuid = ANY(${requeued}) AND c.uuid = m.campaign AND c.status = 'cancelled' AND m.status = 'queued'
      RETURNING m.campaign, m.amount, m.package_parts
    )
    UPDATE campaign c SET queued = c.queued - d.n, cancelled = c.cancelled + d.n,
      dropped_exact = c.dropped_exact + d.amount, package_dropped = c.package_dropped + d.package_parts
    FROM (SELECT campaign, count(*) AS n, sum(amount) AS amount, sum(package_parts) AS package_parts
          FROM moved GROUP BY campaign) d
    WHERE c.uuid = d.campaign`.execute(trx);
}
