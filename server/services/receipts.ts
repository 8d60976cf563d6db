import { type Kysely, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { consumed } from './consumption.ts';
import { type Daily, type DailyChange, withDaily } from './daily.ts';
import { lockCampaigns, settle } from './settle.ts';

type FinalStatus = 'delivered' | 'undelivered' | 'expired' | 'rejected';

/** A delivery receipt as an operator sent it. */
export interface ReceivedReceipt {
  link: string;
  operator_id: string;
  /** E.164 of the recipient. */
  phone: string;
  status: FinalStatus;
  error: string | null;
  received_at: string;
}

interface Move {
  uuid: string;
  status: FinalStatus;
  error: string | null;
  /** An unknown message that is given back whatever its status says. */
  release?: boolean;
}

/** Records receipts in one transaction; those of no known message are kept until it is known. */
export const recordReceipts = (db: Kysely<unknown>, receipts: readonly ReceivedReceipt[]): Promise<void> =>
  withDaily(db, (trx, daily) => applyReceipts(trx, receipts, daily));

/** Takes the kept receipts of these operator ids out, to be applied. */
export async function keptReceipts(trx: Db, ids: readonly string[]): Promise<ReceivedReceipt[]> {
  const { rows } = await sql<ReceivedReceipt>`
    DELETE FROM receipt WHERE operator_id = ANY(${ids})
    RETURNING link, operator_id, phone, status, error, received_at`.execute(trx);
  return rows;
}

/** Moves each receipt's message once; a message of several parts when all of them, or one for the worse, are in. */
export async function applyReceipts(
  trx: Db,
  receipts: readonly ReceivedReceipt[],
  daily: Daily,
): Promise<void> {
  if (receipts.length === 0) return;
  const text = JSON.stringify(receipts.map((receipt, n) => ({ ...receipt, n })));
  // Named beside the JSON, whose rows the planner cannot count, so that it goes by the index.
  const ids = receipts.map((receipt) => receipt.operator_id);
  const r = sql`jsonb_to_recordset(${text}::jsonb)
    AS r(n int, link text, operator_id text, phone text, status text, error text, received_at timestamptz)`;
  const whole = await sql<Move & { n: number }>`
    SELECT DISTINCT ON (m.uuid, r.n) r.n, m.uuid, r.status, r.error FROM ${r}
    JOIN message m ON m.operator_id = r.operator_id AND m.link = r.link AND m.parts = 1
    WHERE m.operator_id = ANY(${ids})`.execute(trx);
  const parts = await sql<{ n: number; message: string }>`
    WITH r AS (SELECT * FROM ${r})
    UPDATE message_part p SET status = CASE WHEN p.status = 'submitted' THEN r.status ELSE p.status END
    FROM r WHERE p.link = r.link AND p.operator_id = r.operator_id AND p.operator_id = ANY(${ids})
    RETURNING r.n, p.message`.execute(trx);
  const joined = await sql<Move>`
    SELECT message AS uuid, min(CASE WHEN status = 'delivered' THEN 'delivered' ELSE status END) FILTER (
        WHERE status NOT IN ('delivered', 'submitted')) AS status,
      NULL AS error
    FROM message_part WHERE message = ANY(${parts.rows.map((row) => row.message)})
    GROUP BY message HAVING bool_and(status = 'delivered') OR bool_or(status NOT IN ('delivered', 'submitted'))`.execute(
    trx,
  );
  await moveMessages(
    trx,
    [
      ...whole.rows,
      ...joined.rows.map((move) => ({ ...move, status: move.status ?? ('delivered' as const) })),
    ],
    daily,
  );

  const known = new Set([...whole.rows, ...parts.rows].map((row) => row.n));
  const early = receipts.filter((_, n) => !known.has(n));
  if (early.length === 0) return;
  await sql`
    INSERT INTO receipt (link, operator_id, phone, status, error, received_at)
    SELECT link, operator_id, phone, status, error, received_at
    FROM jsonb_to_recordset(${JSON.stringify(early)}::jsonb)
      AS r(link text, operator_id text, phone text, status text, error text, received_at timestamptz)`.execute(
    trx,
  );
}

/**
 * Moves submitted and unknown messages to what finally became of them, with counts, money and consumption,
 * and gathers the change of the days' totals in `daily` (services/daily.ts); any other message stays. An
 * unknown one is charged now unless the operator refused it; an undelivered one is given back where its
 * price says so. Answers how many moved.
 */
async function moveMessages(trx: Db, moves: readonly Move[], daily: Daily): Promise<number> {
  if (moves.length === 0) return 0;
  const text = JSON.stringify(moves);
  const uuids = moves.map((move) => move.uuid);
  const locked = await lockCampaigns(trx, uuids);
  const { rows } = await sql<DailyChange>`
    WITH d AS (
      SELECT DISTINCT ON (uuid) * FROM jsonb_to_recordset(${text}::jsonb) AS d(uuid uuid, status text, error text, release boolean)
    ), old AS (
      SELECT m.uuid, m.status AS was, d.status, d.error, coalesce(d.release, false) OR d.status = 'rejected' AS lost
      FROM message m JOIN d ON d.uuid = m.uuid WHERE m.uuid = ANY(${uuids}) FOR UPDATE OF m
    ), moved AS (
      UPDATE message m SET status = old.status, error = coalesce(old.error, m.error), finished_at = now(),
        updated_at = now()
      FROM old WHERE m.uuid = old.uuid AND m.uuid = ANY(${uuids}) AND old.was IN ('submitted', 'unknown')
      RETURNING m.account, m.campaign, m.operator, m.parts, m.package_parts, m.amount, m.status, m.submitted_at,
        old.was, old.lost
    ), charged AS (
      -- way: 1 charged now, -1 charged before and given back, 0 as it was; lost: held and given back.
      SELECT m.account, m.campaign, m.operator, m.parts, m.package_parts, m.amount, m.status, m.submitted_at, m.was,
        CASE WHEN was = 'unknown' THEN (NOT m.lost)::int
          WHEN m.status <> 'delivered' AND (c.prices->m.operator->>'release_undelivered')::boolean THEN -1
          ELSE 0 END AS way,
        was = 'unknown' AND m.lost AS lost
      FROM moved m JOIN campaign c ON c.uuid = m.campaign
    ), used AS (
      ${consumed(sql`SELECT account, campaign, operator, parts, package_parts, amount, way FROM charged WHERE way <> 0`)}
    ), counted AS (
      UPDATE campaign c SET submitted = c.submitted - n.submitted, unknown = c.unknown - n.unknown,
        delivered = c.delivered + n.delivered, undelivered = c.undelivered + n.undelivered,
        expired = c.expired + n.expired, rejected = c.rejected + n.rejected,
        captured_exact = c.captured_exact + n.captured, dropped_exact = c.dropped_exact + n.dropped,
        package_captured = c.package_captured + n.package_captured,
        package_dropped = c.package_dropped + n.package_dropped,
        captured = round(c.captured_exact + n.captured)::bigint
      FROM (SELECT campaign,
              count(*) FILTER (WHERE was = 'submitted') AS submitted,
              count(*) FILTER (WHERE was = 'unknown') AS unknown,
              count(*) FILTER (WHERE status = 'delivered') AS delivered,
              count(*) FILTER (WHERE status = 'undelivered') AS undelivered,
              count(*) FILTER (WHERE status = 'expired') AS expired,
              count(*) FILTER (WHERE status = 'rejected') AS rejected,
              sum(amount * way) AS captured, sum(package_parts * way) AS package_captured,
              coalesce(sum(amount) FILTER (WHERE way = -1 OR lost), 0) AS dropped,
              coalesce(sum(package_parts) FILTER (WHERE way = -1 OR lost), 0) AS package_dropped
            FROM charged GROUP BY campaign) n
      WHERE c.uuid = n.campaign
    )
    -- Charged or given back today; delivered or failed on the day they were sent.
    SELECT account, nepal_day(now()) AS day, operator, sum(way) AS messages, sum(parts * way) AS parts,
      sum(amount * way)::text AS amount, 0 AS delivered, 0 AS failed
    FROM charged WHERE way <> 0 GROUP BY account, operator
    UNION ALL
    SELECT account, nepal_day(submitted_at), operator, 0, 0, '0', count(*) FILTER (WHERE status = 'delivered'),
      count(*) FILTER (WHERE status <> 'delivered')
    FROM charged GROUP BY account, nepal_day(submitted_at), operator`.execute(trx);
  daily.push(...rows);
  await settle(trx, locked);
  return rows.reduce((sum, { delivered = 0, failed = 0 }) => sum + delivered + failed, 0);
}

/** Settles an unknown message as a person says. Answers whether it was one. */
export const settleMessage = (db: Kysely<unknown>, move: Move): Promise<boolean> =>
  withDaily(db, async (trx, daily) => (await moveMessages(trx, [move], daily)) > 0);

/**
 * Gives kept receipts a second look: their message may be known by now; or it is one that became unknown,
 * whose operator id never arrived: then link and number find it, the oldest first, unless a message to that
 * number is just being submitted. Each look is a transaction of its own: campaigns are locked once in one,
 * before anything else.
 */
export async function sweepReceipts(db: Kysely<unknown>): Promise<void> {
  await withDaily(db, async (trx, daily) => {
    const late = await sql<ReceivedReceipt>`
      DELETE FROM receipt r USING message m
      WHERE m.operator_id = r.operator_id AND m.link = r.link
      RETURNING r.link, r.operator_id, r.phone, r.status, r.error, r.received_at`.execute(trx);
    await applyReceipts(trx, late.rows, daily);
  });
  await withDaily(db, async (trx, daily) => {
    const { rows } = await sql<Move>`
      WITH r AS (
        SELECT *, row_number() OVER (PARTITION BY link, phone ORDER BY id) AS n FROM receipt
      ), m AS (
        SELECT uuid, link, phone, row_number() OVER (PARTITION BY link, phone ORDER BY uuid) AS n FROM message m
        WHERE status = 'unknown' AND (link, phone) IN (SELECT link, phone FROM receipt)
      ), pairs AS (
        SELECT r.id, m.uuid, r.status, r.error FROM r JOIN m USING (link, phone, n)
        WHERE NOT EXISTS (SELECT FROM message h WHERE h.status = 'submitting' AND h.phone = r.phone)
      ), taken AS (
        DELETE FROM receipt USING pairs WHERE receipt.id = pairs.id
      )
      SELECT uuid, status, error FROM pairs`.execute(trx);
    await moveMessages(trx, rows, daily);
  });
}

/** Unknown messages whose validity ended without a receipt never arrived: they expire and are given back. */
export const expireUnknown = (db: Kysely<unknown>, hours: number): Promise<void> =>
  withDaily(db, async (trx, daily) => {
    const { rows } = await sql<Move>`
      SELECT uuid, 'expired' AS status, 'NO_RECEIPT' AS error, true AS release
      FROM message
      WHERE status = 'unknown' AND submitted_at < now() - make_interval(hours => ${hours})
      ORDER BY uuid LIMIT 5000`.execute(trx);
    await moveMessages(trx, rows, daily);
  });
