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
  /** What it was taken with; its outcome names it. */
  hand: number;
  campaign: string;
  phone: string;
  text: string | null;
  /** Which attempt this is. */
  attempts: number;
}

/** A campaign with messages that may go out now. */
export interface Sending {
  uuid: string;
  account: string;
  urgent: boolean;
  /** Whose messages they are, of those whose the link takes. */
  operators: string[];
  /** How many they are. */
  waiting: number;
}

/**
 * Campaigns of active accounts with messages that may go out over a link now, oldest first; or only urgent ones. Reads
 * what waits, not the messages: there may be thousands of campaigns, and it is asked before every claim.
 */
export async function sendingCampaigns(db: Db, link: string, onlyUrgent = false): Promise<Sending[]> {
  const { rows } = await sql<Sending>`
    WITH waiting AS MATERIALIZED (
      SELECT campaign, operator, waiting FROM campaign_queue WHERE waiting > 0
      UNION ALL SELECT campaign, operator, count(*) FROM message_retry WHERE hand IS NULL AND not_before <= now()
      GROUP BY campaign, operator
    ), taken AS MATERIALIZED (
      SELECT o.operator FROM operator_link l, (SELECT DISTINCT operator FROM waiting) o
      WHERE l.name = ${link} AND ${takes('l', sql`o.operator`)}
    )
    SELECT c.uuid, c.account, c.urgent, array_agg(DISTINCT w.operator) AS operators, sum(w.waiting)::int AS waiting
    FROM waiting w JOIN taken USING (operator) JOIN campaign c ON c.uuid = w.campaign JOIN account a ON a.uuid = c.account
    WHERE c.status = 'sending' AND a.is_active AND (c.urgent OR ${!onlyUrgent})
    GROUP BY c.uuid ORDER BY c.uuid`.execute(db);
  return rows;
}

/** What a campaign's messages have in common. */
export interface Content {
  sender: string;
  body: string;
}

/** The sender and body of campaigns, which never change once one is sending. */
export async function contentsOf(db: Db, campaigns: readonly string[]): Promise<Map<string, Content>> {
  const { rows } = await sql<Content & { uuid: string }>`
    SELECT uuid, sender, body FROM campaign WHERE uuid = ANY(${campaigns})`.execute(db);
  return new Map(rows.map(({ uuid, ...content }) => [uuid, content]));
}

type Wanted = Pick<Sending, 'uuid' | 'operators'> & { limit: number };

/**
 * Takes messages of campaigns into a worker's hand, of each at most its `limit`, for a link that takes these
 * operators'; those that are tried again come first. It is committed before the first of them goes to an operator:
 * what a crash leaves in a hand is unknown, never sent again. A link that was paused or deleted meanwhile gets none;
 * one with messages in hand is not deleted.
 */
export const claim = (
  db: Kysely<unknown>,
  worker: number,
  link: string,
  wanted: readonly Wanted[],
): Promise<Claimed[]> =>
  db.transaction().execute(async (trx) => {
    const open = await sql`
      SELECT FROM operator_link WHERE name = ${link} AND is_active FOR KEY SHARE`.execute(trx);
    if (open.rows.length === 0) return [];
    // Before what is tried again, as whoever ends a campaign.
    const queues = await lockQueues(trx, wanted);
    const again = await claimRetries(trx, worker, link, wanted);
    const taken = Map.groupBy(again, ({ campaign }) => campaign);
    const left = new Map(wanted.map(({ uuid, limit }) => [uuid, limit - (taken.get(uuid)?.length ?? 0)]));
    return [...again, ...(await claimNext(trx, worker, link, queues, left))];
  });

interface Queue {
  campaign: string;
  operator: string;
  claimed_to: string;
  waiting: number;
}

/** In one order everywhere. What is read afterwards is read after other workers' claims of these are done. */
async function lockQueues(trx: Db, wanted: readonly Wanted[]): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    SELECT q.campaign, q.operator, q.claimed_to, q.waiting
    FROM ${recordsOf(wanted)} JOIN campaign_queue q ON q.campaign = w.uuid AND q.operator = ANY(w.operators)
    WHERE q.waiting > 0 ORDER BY q.campaign, q.operator FOR UPDATE OF q`.execute(trx);
  return rows;
}

async function claimRetries(
  trx: Db,
  worker: number,
  link: string,
  wanted: readonly Wanted[],
): Promise<Claimed[]> {
  // Beside the JSON, whose numbers the planner cannot see, so that it goes by the index.
  const most = Math.max(...wanted.map(({ limit }) => limit));
  const { rows } = await sql<Claimed>`
    WITH due AS MATERIALIZED (
      SELECT d.message, w.uuid AS campaign FROM ${recordsOf(wanted)}
      CROSS JOIN LATERAL (
        SELECT r.message FROM unnest(w.operators) AS o(operator) CROSS JOIN LATERAL (
          SELECT message FROM message_retry
          WHERE campaign = w.uuid AND operator = o.operator AND hand IS NULL AND not_before <= now()
          ORDER BY not_before LIMIT ${most} FOR UPDATE SKIP LOCKED) r
        LIMIT w."limit") d
    ), hands AS (
      INSERT INTO hand (worker, link, campaign, messages)
      SELECT ${worker}, ${link}, campaign, count(*) FROM due GROUP BY campaign RETURNING id, campaign
    )
    UPDATE message_retry r SET hand = hands.id FROM due JOIN hands USING (campaign) JOIN message m ON m.uuid = due.message
    WHERE r.message = due.message
    RETURNING m.uuid, hands.id AS hand, m.campaign, m.phone, m.text, m.attempts + 1 AS attempts`.execute(trx);
  return rows;
}

/**
 * Takes the next messages of queues that are locked: those after the last that was taken, in the order of their
 * making. `left` is how many of each campaign there may be.
 */
async function claimNext(
  trx: Db,
  worker: number,
  link: string,
  queues: readonly Queue[],
  left: Map<string, number>,
): Promise<Claimed[]> {
  const shares = queues.flatMap((queue) => {
    const places = left.get(queue.campaign) ?? 0;
    const n = Math.min(queue.waiting, places);
    left.set(queue.campaign, places - n);
    return n > 0 ? [{ ...queue, n }] : [];
  });
  if (shares.length === 0) return [];
  const most = Math.max(...shares.map(({ n }) => n));
  const from = messagesFrom(shares.map(({ campaign }) => campaign));
  const { rows } = await sql<Claimed>`
    WITH next AS MATERIALIZED (
      SELECT m.*, q.campaign, q.operator
      FROM jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) AS q(campaign uuid, operator text, claimed_to uuid, n int)
      CROSS JOIN LATERAL (
        SELECT uuid, phone, text, attempts FROM (
          SELECT uuid, phone, text, attempts FROM message
          WHERE campaign = q.campaign AND operator = q.operator AND status = 'queued'
            AND uuid > q.claimed_to AND uuid >= ${from}
          ORDER BY uuid LIMIT ${most}) m
        LIMIT q.n) m
    ), hands AS (
      INSERT INTO hand (worker, link, campaign, operator, first, last, messages)
      SELECT ${worker}, ${link}, campaign, operator, (array_agg(uuid ORDER BY uuid))[1],
        (array_agg(uuid ORDER BY uuid DESC))[1], count(*)
      FROM next GROUP BY campaign, operator RETURNING *
    ), moved AS (
      UPDATE campaign_queue q SET claimed_to = h.last, waiting = q.waiting - h.messages
      FROM hands h WHERE q.campaign = h.campaign AND q.operator = h.operator
    )
    SELECT n.uuid, h.id AS hand, n.campaign, n.phone, n.text, n.attempts + 1 AS attempts
    FROM next n JOIN hands h USING (campaign, operator)`.execute(trx);
  return rows;
}

const recordsOf = (wanted: readonly Wanted[]) => {
  const asked = JSON.stringify(wanted.map(({ uuid, operators, limit }) => ({ uuid, operators, limit })));
  return sql`jsonb_to_recordset(${asked}::jsonb) AS w(uuid uuid, operators text[], "limit" int)`;
};

/** What became of a claimed message. `ids` are the operator's, one for each part. */
export type Outcome = Pick<Claimed, 'uuid' | 'hand'> &
  (
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
      hand: o.hand,
      status: o.status,
      ids: o.status === 'submitted' ? o.ids : null,
      error: o.status === 'submitted' ? null : o.error,
      seconds: o.status === 'queued' ? o.seconds : null,
      spared: o.status === 'queued' && o.spared === true,
    }));
    const text = JSON.stringify(rows);
    const hands = [...new Set(outcomes.map((outcome) => outcome.hand))];
    const locked = await lockCampaigns(trx, sql`SELECT campaign FROM hand WHERE id = ANY(${hands})`);
    const sent = await sql<DailyChange>`
      WITH o AS (
        SELECT * FROM json_to_recordset(${text}::json)
          AS o(uuid uuid, hand bigint, status text, ids json, error text, seconds float8, spared bool)
      ), moved AS (
        UPDATE message m SET status = o.status, link = h.link, operator_id = o.ids->>0, error = o.error,
          attempts = m.attempts + 1 - o.spared::int,
          submitted_at = CASE WHEN o.status IN ('submitted', 'unknown') THEN now() END,
          finished_at = CASE WHEN o.status = 'rejected' THEN now() END, updated_at = now()
        FROM o JOIN hand h ON h.id = o.hand AND h.worker = ${worker} LEFT JOIN message_retry r ON r.message = o.uuid
        WHERE m.uuid = o.uuid AND m.status = 'queued'
          AND CASE WHEN r.message IS NULL THEN h.first IS NOT NULL ELSE r.hand = h.id END
        RETURNING m.uuid, m.account, m.campaign, m.phone, m.operator, m.parts, m.package_parts, m.amount, m.status, m.link,
          o.ids, o.seconds, h.id AS hand
      ), done AS (
        SELECT hand, count(*) AS n FROM moved GROUP BY hand
      ), emptied AS (
        DELETE FROM hand h USING done WHERE h.id = done.hand AND h.messages = done.n
      ), left_over AS (
        UPDATE hand h SET messages = h.messages - done.n FROM done WHERE h.id = done.hand AND h.messages > done.n
      ), requeued AS (
        INSERT INTO message_retry (message, campaign, operator, not_before)
        SELECT uuid, campaign, operator, now() + make_interval(secs => seconds) FROM moved WHERE status = 'queued'
        ON CONFLICT (message) DO UPDATE SET not_before = excluded.not_before, hand = NULL
      ), retried AS (
        DELETE FROM message_retry r USING moved m WHERE r.message = m.uuid AND m.status <> 'queued'
      ), lost AS (
        INSERT INTO message_unknown (message, campaign, link, phone, submitted_at)
        SELECT uuid, campaign, link, phone, now() FROM moved WHERE status = 'unknown'
      ), told AS (
        ${told(sql`(SELECT * FROM moved WHERE status = 'rejected')`)}
      ), parts AS (
        INSERT INTO message_part (link, operator_id, message, alone)
        SELECT link, id, uuid, parts = 1 FROM moved, json_array_elements_text(ids) AS id
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
    WITH gone AS (
      DELETE FROM message_retry r USING campaign c
      WHERE r.message = ANY(${requeued}) AND r.hand IS NULL AND c.uuid = r.campaign AND c.status = 'cancelled'
      RETURNING r.message
    ), moved AS (
      UPDATE message m SET status = 'cancelled', finished_at = now(), updated_at = now()
      FROM gone WHERE m.uuid = gone.message RETURNING m.campaign, m.amount, m.package_parts
    )
    UPDATE campaign c SET queued = c.queued - d.n, cancelled = c.cancelled + d.n,
      dropped_exact = c.dropped_exact + d.amount, package_dropped = c.package_dropped + d.package_parts
    FROM (SELECT campaign, count(*) AS n, sum(amount) AS amount, sum(package_parts) AS package_parts
          FROM moved GROUP BY campaign) d
    WHERE c.uuid = d.campaign`.execute(trx);
}
