import { type Kysely, type RawBuilder, sql } from 'kysely';
import { NO_RECEIPT, RELEASED, SETTLED } from '#schema/message.ts';
import type { Db } from '../../db/database.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { told } from '../webhooks/events.ts';
import { consumed } from './consumption.ts';
import { addDaily, type Daily, type DailyChange, withDaily } from './daily.ts';
import { type Hours, validityHours } from './deliverySettings.ts';
import { messagesSince } from './messageRange.ts';
import { dayOf, failureOf, momentOf, roughly } from './messageUse.ts';
import { campaignsOf, lockCampaigns, settle } from './settle.ts';

type FinalStatus = 'delivered' | 'undelivered' | 'expired' | 'rejected';

/** A delivery receipt from an operator. */
export interface ReceivedReceipt {
  link: string;
  operator_id: string;
  /** The recipient's number in E.164. */
  phone: string;
  status: FinalStatus;
  error: string | null;
}

/** Days after which only the sweep looks up a message's receipt, in all months. */
const RECENT = 35;

/** Where receipts are looked up: all messages, or recent ones. */
type Among = 'all' | 'recent';

/** A part that a receipt of the batch names: the receipt's number and words, and the message. */
interface NamedPart {
  n: number;
  link: string;
  operator_id: string;
  status: FinalStatus;
  error: string | null;
  message: string;
  /** Of a message of one part. */
  alone: boolean;
}

/**
 * The SELECT of the parts that receipt `r` names. With OFFSET 0 after it, each is looked up separately: the planner
 * underestimates the JSON's rows, and an index condition on all of them would be read for each.
 */
const partsNamed = (among: Among): RawBuilder<unknown> => sql`
  SELECT message, alone FROM message_part WHERE operator_id = r.operator_id AND link = r.link
    ${among === 'all' ? sql`` : sql`AND message >= ${messagesSince(RECENT)}`}`;

/** A message and its new state. */
export interface Move {
  uuid: string;
  status: FinalStatus;
  error: string | null;
  /** An unknown message that is released whatever its status says. */
  release?: boolean;
}

/**
 * Records receipts in one transaction. Those of unidentified messages are kept until the message is known, and those of old
 * messages until the sweep.
 */
export const recordReceipts = (
  db: Kysely<unknown>,
  receipts: readonly ReceivedReceipt[],
  validity: Hours = validityHours,
): Promise<void> =>
  withDaily(db, async (trx, daily) => settle(trx, await applyReceipts(trx, receipts, daily, { validity })));

/** Removes and returns the kept receipts of these operator ids, to be applied. */
export async function keptReceipts(
  trx: Db,
  links: readonly string[],
  ids: readonly string[],
): Promise<ReceivedReceipt[]> {
  const { rows } = await sql<ReceivedReceipt>`
    DELETE FROM receipt WHERE operator_id = ANY(${ids}) AND link = ANY(${links})
    RETURNING link, operator_id, phone, status, error`.execute(trx);
  return rows;
}

/**
 * Changes the state of each receipt's message once; for a message of several parts when all receipts, or a negative one,
 * are in. Returns the campaigns that the caller then settles.
 */
export async function applyReceipts(
  trx: Db,
  receipts: readonly ReceivedReceipt[],
  daily: Daily,
  { among = 'recent', validity = validityHours }: { among?: Among; validity?: Hours } = {},
): Promise<string[]> {
  if (receipts.length === 0) return [];
  const text = JSON.stringify(receipts.map((receipt, n) => ({ ...receipt, n })));
  const r = sql`jsonb_to_recordset(${text}::jsonb)
    AS r(n int, link text, operator_id text, phone text, status text, error text)`;
  const { rows } = await sql<NamedPart>`
    SELECT r.n, r.link, r.operator_id, r.status, r.error, p.message, p.alone
    FROM ${r} CROSS JOIN LATERAL (${partsNamed(among)} OFFSET 0) p ORDER BY r.n`.execute(trx);
  const named = await meant(trx, rows, receipts);
  const whole = named.filter(({ alone }) => alone).map((row) => ({ ...row, uuid: row.message }));
  const parts = await recordParts(
    trx,
    named.filter(({ alone }) => !alone),
    whole.map(({ uuid }) => uuid),
  );
  const moves = [...whole.map(({ uuid, status, error }) => ({ uuid, status, error })), ...parts.moves];
  const campaigns = await moveMessages(trx, moves, daily, validity);

  const known = new Set([...whole.map((row) => row.n), ...parts.known]);
  const early = receipts.filter((_, n) => !known.has(n));
  if (early.length === 0) return campaigns;
  await sql`
    INSERT INTO receipt (link, operator_id, phone, status, error)
    SELECT link, operator_id, phone, status, error
    FROM jsonb_to_recordset(${JSON.stringify(early)}::jsonb)
      AS r(link text, operator_id text, phone text, status text, error text)`.execute(trx);
  return campaigns;
}

/**
 * One message for each receipt. Operators use ids again, some from the first one after each restart: of several messages with
 * a receipt's id it is about the newest to its number, or the newest if the operator writes numbers in a way of its own.
 */
async function meant(
  trx: Db,
  named: readonly NamedPart[],
  receipts: readonly ReceivedReceipt[],
): Promise<NamedPart[]> {
  const groups = [...Map.groupBy(named, ({ n }) => n).values()];
  const unclear = groups.filter(({ length }) => length > 1).flat();
  if (unclear.length === 0) return [...named];
  const { rows } = await sql<{ uuid: string; phone: string }>`
    SELECT uuid, phone FROM message WHERE uuid = ANY(${unclear.map(({ message }) => message)})`.execute(trx);
  const phones = new Map(rows.map(({ uuid, phone }) => [uuid, phone]));
  return groups.map((group) => {
    const newestFirst = group.toSorted((a, b) => (a.message < b.message ? 1 : -1));
    const isTo = ({ message, n }: NamedPart) => phones.get(message) === receipts[n]?.phone;
    return newestFirst.find(isTo) ?? (newestFirst[0] as NamedPart);
  });
}

/**
 * Records receipts of parts of long messages. Returns the numbers of those receipts, and the results of messages that they
 * decide. `whole`: messages decided by other receipts of the same batch.
 */
async function recordParts(
  trx: Db,
  long: readonly NamedPart[],
  whole: readonly string[],
): Promise<{ known: number[]; moves: Move[] }> {
  if (long.length === 0) return { known: [], moves: [] };
  const messages = [...new Set(long.map((row) => row.message))];
  // One after the other: of two that record a part each at the same time, neither would see the message complete.
  await lockCampaigns(trx, campaignsOf([...whole, ...messages]));
  const parts = await sql<{ n: number; message: string }>`
    -- Not parts recorded meanwhile, whose campaign would be locked out of order.
    UPDATE message_part p SET status = CASE WHEN p.status IN ('submitted', 'expired') THEN r.status ELSE p.status END
    FROM jsonb_to_recordset(${JSON.stringify(long)}::jsonb)
      AS r(n int, link text, operator_id text, message uuid, status text)
    WHERE p.operator_id = r.operator_id AND p.link = r.link AND p.message = r.message
    RETURNING r.n, p.message`.execute(trx);
  const joined = await sql<Move>`
    SELECT message AS uuid, coalesce(min(status) FILTER (WHERE status NOT IN ('delivered', 'submitted')), 'delivered') AS status,
      NULL AS error
    FROM message_part WHERE message = ANY(${parts.rows.map((row) => row.message)}) AND NOT alone
    GROUP BY message HAVING bool_and(status = 'delivered') OR bool_or(status NOT IN ('delivered', 'submitted'))`.execute(
    trx,
  );
  return { known: parts.rows.map((row) => row.n), moves: joined.rows };
}

/**
 * Moves submitted and unknown messages to their final state, with counts, money and consumption, and collects the change of
 * the daily totals in `daily` (services/daily.ts). Any other message stays, except that an expired one may still change
 * while it is valid. An unknown one is charged now unless the operator refused it; an undelivered one, unknown before or
 * not, is released if its price allows it. What was charged or released when a message expired stays so (docs/ledger.md).
 * Returns the campaigns that the caller then settles.
 */
export async function moveMessages(
  trx: Db,
  moves: readonly Move[],
  daily: Daily,
  validity: Hours = validityHours,
): Promise<string[]> {
  if (moves.length === 0) return [];
  const text = JSON.stringify(moves.map((move, n) => ({ ...move, n })));
  const uuids = moves.map((move) => move.uuid);
  const locked = await lockCampaigns(trx, campaignsOf(uuids));
  const { rows } = await sql<DailyChange>`
    WITH d AS (
      -- Of several receipts of a message the first counts, except that any other state replaces expired.
      SELECT DISTINCT ON (uuid) * FROM jsonb_to_recordset(${text}::jsonb)
        AS d(n int, uuid uuid, status text, error text, release boolean)
      ORDER BY uuid, status = 'expired', n
    ), old AS (
      SELECT m.uuid, m.status AS was, m.error AS former, d.status, coalesce(d.release, false) OR d.status = 'rejected' AS lost,
        CASE WHEN m.status <> 'expired' THEN coalesce(d.error, m.error) ELSE (
          -- Of the few that had expired: whether their money had been released, which stays so.
          SELECT CASE WHEN (p.free OR coalesce(m.error IN (${NO_RECEIPT}, ${SETTLED}), false))
            AND (d.status = 'delivered' OR NOT p.free) THEN ${RELEASED} ELSE d.error END
          FROM campaign c CROSS JOIN LATERAL (
            SELECT coalesce((c.prices->m.operator->>'release_undelivered')::boolean, false) AS free) p
          WHERE c.uuid = m.campaign) END AS error
      FROM d CROSS JOIN LATERAL (
        SELECT m.uuid, m.status, m.error, m.campaign, m.operator FROM message m
        WHERE m.uuid = d.uuid AND (m.status IN ('submitted', 'unknown') OR (m.status = 'expired' AND d.status <> 'expired'
          AND m.submitted_at > now() - make_interval(hours => ${validity}))) OFFSET 0) m
    ), moved AS (
      UPDATE message m SET status = old.status, error = old.error, finished_at = now(), updated_at = now()
      -- Whoever changes one of these messages has its campaign locked, so that nothing happens in between.
      FROM old WHERE m.uuid = old.uuid AND m.status = old.was
      RETURNING m.uuid, m.account, m.campaign, m.operator, m.parts, m.package_parts, m.amount, m.status,
        m.error, m.submitted_at, m.link, old.was, old.former, old.lost
    ), known AS (
      DELETE FROM message_unknown u USING moved m WHERE u.message = m.uuid AND m.was = 'unknown'
    ), told AS (
      ${told(sql`moved`)}
    ), charged AS (
      -- way: 1 charged now, -1 charged before and released now, 0 unchanged; lost: held and released.
      SELECT m.account, m.campaign, m.operator, m.link, m.parts, m.package_parts, m.amount, m.status,
        m.error, m.submitted_at, m.was, m.former, c.sender, ${dayOf(sql`m.uuid`)} AS made,
        CASE WHEN was = 'expired' THEN 0 WHEN was = 'unknown' THEN (NOT (m.lost OR r.free))::int
          WHEN r.free THEN -1 ELSE 0 END AS way,
        was = 'unknown' AND (m.lost OR r.free) AS lost
      FROM moved m JOIN campaign c ON c.uuid = m.campaign CROSS JOIN LATERAL (
        SELECT m.status <> 'delivered'
          AND coalesce((c.prices->m.operator->>'release_undelivered')::boolean, false) AS free) r
    ), used AS (
      ${consumed(sql`SELECT account, campaign, operator, parts, package_parts, amount, way FROM charged WHERE way <> 0`)}
    ), counted AS (
      UPDATE campaign c SET submitted = c.submitted - n.submitted, unknown = c.unknown - n.unknown,
        delivered = c.delivered + n.delivered, undelivered = c.undelivered + n.undelivered,
        expired = c.expired + n.expired - n.late, rejected = c.rejected + n.rejected,
        captured_exact = c.captured_exact + n.captured, dropped_exact = c.dropped_exact + n.dropped,
        package_captured = c.package_captured + n.package_captured,
        package_dropped = c.package_dropped + n.package_dropped,
        captured = round(c.captured_exact + n.captured)::bigint
      FROM (SELECT campaign,
              count(*) FILTER (WHERE was = 'submitted') AS submitted,
              count(*) FILTER (WHERE was = 'unknown') AS unknown,
              count(*) FILTER (WHERE was = 'expired') AS late,
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
    -- Charged or released today; delivered or failed on the day they were sent.
    SELECT account, ${momentOf(sql`now()`)}, operator, NULL AS link, NULL AS sender, NULL AS made, NULL AS reason,
      sum(way) AS messages, sum(parts * way) AS parts, sum(amount * way)::text AS amount, 0 AS delivered, 0 AS failed,
      0 AS accepted, NULL::float8[] AS lags
    FROM charged WHERE way <> 0 GROUP BY account, operator
    UNION ALL
    SELECT account, ${momentOf(sql`at`)}, operator, link, sender, made, reason, 0, 0, '0', delivered, failed, accepted, lags
    FROM (
      SELECT account, ${roughly(sql`submitted_at`)} AS at, operator, link, sender, made,
        CASE WHEN status <> 'delivered' THEN ${failureOf(sql`error`, sql`status`)} END AS reason,
        count(*) FILTER (WHERE status = 'delivered') AS delivered, count(*) FILTER (WHERE status <> 'delivered') AS failed,
        sum(parts * ((status <> 'rejected')::int - (was <> 'unknown')::int)) AS accepted,
        array_agg(extract(epoch FROM now() - submitted_at)::float8) FILTER (WHERE was = 'submitted') AS lags
      FROM charged GROUP BY 1, 2, 3, 4, 5, 6, 7
    ) alike
    UNION ALL
    -- No longer expired.
    SELECT account, ${momentOf(sql`submitted_at`)}, operator, link, sender, made, ${failureOf(sql`former`, sql`was`)},
      0, 0, '0', 0, -count(*), 0, NULL
    FROM charged WHERE was = 'expired' GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`.execute(trx);
  daily.push(...rows);
  return locked;
}

/** Settles an unknown message by a person's decision, in the caller's transaction. Returns whether it was unknown. */
export async function settleMessage(trx: Db, move: Move, by: Actor): Promise<boolean> {
  const { uuid: record, status } = move;
  await lockCampaigns(trx, campaignsOf([record]));
  const { rows } = await sql<{ account: string; phone: string }>`
    SELECT account, phone FROM message WHERE uuid = ${record} AND status = 'unknown'`.execute(trx);
  if (!rows[0]) return false;
  const daily: Daily = [];
  await settle(trx, await moveMessages(trx, [move], daily));
  const { account, phone: title } = rows[0];
  await audit(trx, by, {
    ...{ action: 'settle', entity: 'sms/dispatch', record, account, title },
    before: { status: 'unknown' },
    after: { status },
  });
  await addDaily(trx, daily);
  return true;
}
