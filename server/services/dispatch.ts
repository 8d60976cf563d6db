import { type Kysely, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { consumed } from './consumption.ts';
import { type DailyChange, withDaily } from './daily.ts';
import { messagesFrom } from './messageRange.ts';
import { applyReceipts, keptReceipts } from './receipts.ts';
import { takes } from './routing.ts';
import { lockCampaigns, settle } from './settle.ts';
import { told } from './webhooks/events.ts';

export interface Claimed {
  uuid: string;
  campaign: string;
  phone: string;
  text: string | null;
  attempts: number;
}

/** A campaign with messages that may go out now. */
export interface Sending {
  uuid: string;
  account: string;
  urgent: boolean;
  sender: string;
  body: string;
  /** Whose messages they are, of those whose the link takes. */
  operators: string[];
}

/** Campaigns of active accounts with messages that may go out over a link now, oldest first; or only urgent ones. */
export async function sendingCampaigns(db: Db, link: string, onlyUrgent = false): Promise<Sending[]> {
  const { rows } = await sql<Sending>`
    SELECT * FROM (
      SELECT c.uuid, c.account, c.urgent, c.sender, c.body, ARRAY(
        SELECT o FROM jsonb_object_keys(c.prices) AS o
        WHERE ${takes('l', sql`o`)} AND EXISTS (
          SELECT FROM message m WHERE m.campaign = c.uuid AND m.operator = o AND m.status = 'queued'
            AND (m.not_before IS NULL OR m.not_before <= now()))
        ORDER BY o) AS operators
      FROM operator_link l, campaign c
      WHERE l.name = ${link} AND l.is_active AND c.status = 'sending' AND (c.urgent OR ${!onlyUrgent})
        AND (SELECT is_active FROM account a WHERE a.uuid = c.account)
    ) sending WHERE operators <> '{}' ORDER BY uuid`.execute(db);
  return rows;
}

/**
 * Takes messages of campaigns into a worker's hand, of each at most its `limit`, for a link that takes these
 * operators'. They are committed
 * as `submitting` before the first of them goes to an operator: what a crash leaves so is unknown, never sent
 * again. A link that was paused or deleted meanwhile gets none; one with messages in hand is not deleted.
 */
export async function claim(
  db: Db,
  worker: number,
  link: string,
  wanted: readonly (Pick<Sending, 'uuid' | 'operators'> & { limit: number })[],
): Promise<Claimed[]> {
  const asked = JSON.stringify(wanted.map(({ uuid, operators, limit }) => ({ uuid, operators, limit })));
  // Beside the JSON, whose numbers the planner cannot see, so that it goes by the index.
  const most = Math.max(...wanted.map(({ limit }) => limit));
  const all = wanted.reduce((sum, { limit }) => sum + limit, 0);
  const from = messagesFrom(wanted.map(({ uuid }) => uuid));
  // Each operator's messages are one range of the index, which ends where the limit does.
  const { rows } = await sql<Claimed>`
    WITH open AS MATERIALIZED (
      SELECT FROM operator_link WHERE name = ${link} AND is_active FOR KEY SHARE
    ), next AS MATERIALIZED (
      SELECT m.uuid FROM open
      CROSS JOIN jsonb_to_recordset(${asked}::jsonb) AS w(uuid uuid, operators text[], "limit" int)
      CROSS JOIN LATERAL (
        SELECT queued.uuid FROM unnest(w.operators) AS o(operator) CROSS JOIN LATERAL (
          SELECT uuid FROM message
          WHERE campaign = w.uuid AND operator = o.operator AND status = 'queued' AND uuid >= ${from}
            AND (not_before IS NULL OR not_before <= now())
          ORDER BY operator, uuid LIMIT ${most} FOR UPDATE SKIP LOCKED) queued
        LIMIT w."limit") m
      LIMIT ${all}
    )
    UPDATE message m SET status = 'submitting', worker = ${worker}, link = ${link}, attempts = attempts + 1,
      updated_at = now()
    FROM next WHERE m.uuid = next.uuid AND m.uuid >= ${from}
    RETURNING m.uuid, m.campaign, m.phone, m.text, m.attempts`.execute(db);
  return rows;
}

/** What became of a claimed message. `ids` are the operator's, one for each part. */
export type Outcome = { uuid: string } & (
  | { status: 'submitted'; ids: readonly string[] }
  | { status: 'rejected' | 'unknown'; error: string }
  // Refused for now, or not sent: not before so many seconds. Spared: it is none of the attempts.
  | { status: 'queued'; error: string; seconds: number; spared?: boolean }
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
      spared: o.status === 'queued' && o.spared === true,
    }));
    const text = JSON.stringify(rows);
    // Named beside the JSON, whose rows the planner cannot count, so that it goes by the index.
    const uuids = outcomes.map((outcome) => outcome.uuid);
    const locked = await lockCampaigns(trx, uuids);
    const sent = await sql<DailyChange>`
      WITH o AS (
        SELECT * FROM jsonb_to_recordset(${text}::jsonb)
          AS o(uuid uuid, status text, ids jsonb, error text, seconds float8, spared bool)
      ), moved AS (
        UPDATE message m SET status = o.status, worker = NULL, operator_id = o.ids->>0, error = o.error,
          not_before = now() + make_interval(secs => o.seconds), attempts = m.attempts - o.spared::int,
          submitted_at = CASE WHEN o.status IN ('submitted', 'unknown') THEN now() END,
          finished_at = CASE WHEN o.status = 'rejected' THEN now() END, updated_at = now()
        -- An expression: the planner must not trust the statistics of so short-lived a value.
        FROM o WHERE m.uuid = o.uuid AND m.uuid = ANY(${uuids}) AND m.worker + 0 = ${worker}
        RETURNING m.uuid, m.account, m.campaign, m.operator, m.parts, m.package_parts, m.amount, m.status, m.link, o.ids
      ), told AS (
        ${told(sql`(SELECT * FROM moved WHERE status = 'rejected')`)}
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
      SELECT account, nepal_day(now()) AS day, operator, link, count(*) AS sent,
        count(*) FILTER (WHERE status = 'submitted') AS messages,
        coalesce(sum(parts) FILTER (WHERE status = 'submitted'), 0) AS parts,
        coalesce(sum(amount) FILTER (WHERE status = 'submitted'), 0)::text AS amount,
        count(*) FILTER (WHERE status = 'rejected') AS failed
      FROM moved WHERE status <> 'queued' GROUP BY account, operator, link`.execute(trx);
    daily.push(...sent.rows);
    const ids = outcomes.flatMap((o) => (o.status === 'submitted' ? o.ids : []));
    const links = [...new Set(sent.rows.flatMap(({ link }) => link ?? []))];
    const received = await applyReceipts(trx, await keptReceipts(trx, links, ids), daily);
    await cancelLate(trx, outcomes);
    await settle(trx, [...locked, ...received]);
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
