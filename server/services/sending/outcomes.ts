import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ownColumn, textColumn } from '../../db/columns.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { queueMessageEvents } from '../webhooks/events.ts';
import type { Claimed } from './claims.ts';
import { consumed } from './consumption.ts';
import { type Daily, type DailyChange, withDaily } from './daily.ts';
import { dayOf, failureOf, momentOf, packageValue, senderOf } from './messageUse.ts';
import { idsOfUnknown, polled } from './operatorIds.ts';
import { applyReceipts, keptReceipts } from './receipts.ts';
import { lockCampaigns, settle } from './settle.ts';
import { heldFor } from './viberMessages.ts';
import { leaveWithViber } from './viberReceipts.ts';

/** The result of a claimed message. `ids` are the operator's, one per part. */
export type Outcome = Pick<Claimed, 'uuid' | 'hand'> &
  (
    | { status: 'submitted'; ids: readonly string[] }
    | { status: 'rejected' | 'unknown'; error: string }
    // Temporarily refused, or not sent: retry after this many seconds. Spared: does not count as an attempt.
    | { status: 'queued'; error: string; seconds: number; spared?: boolean }
  );

/**
 * An UPDATE of campaigns by what left a status (`moved`: campaign, status, amount, held, package_parts): their counts, captured
 * amounts and what is no longer held.
 */
export const counted = (from: 'queued' | 'unknown'): RawBuilder<unknown> => sql`
  UPDATE campaign c SET ${from === 'queued' ? sql`queued = c.queued - d.gone, unknown = c.unknown + d.unknown` : sql`unknown = c.unknown - d.gone`},
    submitted = c.submitted + d.submitted, rejected = c.rejected + d.rejected,
    captured_exact = c.captured_exact + d.captured, dropped_exact = c.dropped_exact + d.dropped,
    package_captured = c.package_captured + d.package_captured,
    package_dropped = c.package_dropped + d.package_dropped,
    captured = round(c.captured_exact + d.captured)::bigint
  FROM (SELECT campaign,
          count(*) FILTER (WHERE status <> ${sql.lit(from)}) AS gone,
          count(*) FILTER (WHERE status = 'submitted') AS submitted,
          count(*) FILTER (WHERE status = 'rejected') AS rejected,
          count(*) FILTER (WHERE status = 'unknown') AS unknown,
          coalesce(sum(amount) FILTER (WHERE status = 'submitted'), 0) AS captured,
          coalesce(sum(CASE status WHEN 'rejected' THEN held WHEN 'submitted' THEN held - amount END), 0) AS dropped,
          coalesce(sum(package_parts) FILTER (WHERE status = 'submitted'), 0) AS package_captured,
          coalesce(sum(package_parts) FILTER (WHERE status = 'rejected'), 0) AS package_dropped
        FROM moved GROUP BY campaign) d
  WHERE c.uuid = d.campaign`;

/**
 * Records outcomes in one transaction: statuses, counts, captured and released amounts, consumption, daily totals, and
 * receipts that came earlier than the answer. Only messages still claimed by this worker change; returns how many final
 * outcomes were about others.
 */
export const recordOutcomes = (
  db: Kysely<unknown>,
  worker: number,
  outcomes: readonly Outcome[],
): Promise<number> => withDaily(db, (trx, daily) => applyOutcomes(trx, daily, worker, outcomes));

/** The work of recordOutcomes, in the caller's transaction. */
export async function applyOutcomes(
  trx: Db,
  daily: Daily,
  worker: number,
  outcomes: readonly Outcome[],
): Promise<number> {
  const hands = [...new Set(outcomes.map((outcome) => outcome.hand))];
  const locked = await lockCampaigns(trx, sql`SELECT campaign FROM hand WHERE id = ANY(${hands})`);
  const statuses = new Set(outcomes.map(({ status }) => status));
  // Mostly all are accepted: PostgreSQL then skips what is about the others, instead of reading each message for it.
  const has = (status: Outcome['status']) => sql`${statuses.has(status)}::bool`;
  const sent = await sql<DailyChange>`${prepared}
      WITH fallback AS MATERIALIZED (
        -- Mostly none. They are locked, so nothing of them changes meanwhile.
        SELECT uuid, fallback_minutes AS minutes FROM campaign
        WHERE uuid = ANY(${locked}) AND channel = 'viber' AND fallback_minutes IS NOT NULL
          AND status NOT IN ('cancelled', 'failed')
      ), o AS (
        SELECT * FROM ${rowsOf(outcomes)} AS o(uuid, hand, status, id, more, error, seconds, spared)
      ), moved AS (
        UPDATE message m SET status = n.status, link = h.link, error = o.error,
          operator_id = CASE WHEN n.status <> 'queued' THEN o.id END,
          attempts = m.attempts + 1 - coalesce(o.spared, false)::int,
          submitted_at = CASE WHEN n.status IN ('submitted', 'unknown') THEN now() END,
          finished_at = CASE WHEN n.status = 'rejected' THEN now() END, updated_at = now(),
          viber_status = CASE WHEN n.falls_back THEN o.status ELSE m.viber_status END,
          viber_error = CASE WHEN n.falls_back THEN o.error ELSE m.viber_error END,
          viber_link = CASE WHEN n.falls_back THEN h.link ELSE m.viber_link END,
          viber_id = CASE WHEN n.falls_back THEN o.id ELSE m.viber_id END,
          viber_at = CASE WHEN n.falls_back AND o.status = 'submitted' THEN now() ELSE m.viber_at END
        FROM o JOIN hand h ON h.id = o.hand AND h.worker = ${worker} LEFT JOIN message_retry r ON r.message = o.uuid
          LEFT JOIN fallback v ON v.uuid = h.campaign CROSS JOIN LATERAL (
            -- Viber has the message or refused it, and an SMS is still to follow.
            SELECT v.uuid IS NOT NULL AND coalesce(r.channel, 'viber') = 'viber'
              AND o.status IN ('submitted', 'rejected') AS falls_back) f
          CROSS JOIN LATERAL (
            SELECT f.falls_back, v.minutes, CASE WHEN f.falls_back THEN 'queued' ELSE o.status END AS status) n
        WHERE m.uuid = o.uuid AND m.status = 'queued'
          AND CASE WHEN r.message IS NULL THEN h.first IS NOT NULL ELSE r.hand = h.id END
        RETURNING m.uuid, m.account, m.campaign, m.phone, m.operator, m.channel, m.parts, m.package_parts, m.amount,
          ${heldFor('m')} AS held, m.status, m.link, m.error, o.id, o.more, h.id AS hand, r.message IS NOT NULL AS was_retry,
          CASE WHEN n.falls_back THEN 'sms' ELSE m.channel END AS next_channel,
          CASE WHEN NOT n.falls_back THEN o.seconds WHEN o.status = 'submitted' THEN n.minutes * 60 ELSE 0 END AS seconds
      ), done AS (
        SELECT hand, count(*) AS n FROM moved GROUP BY hand
      ), emptied AS (
        DELETE FROM hand h USING done WHERE h.id = done.hand AND h.messages = done.n
      ), left_over AS (
        UPDATE hand h SET messages = h.messages - done.n FROM done WHERE h.id = done.hand AND h.messages > done.n
      ), requeued AS (
        INSERT INTO message_retry (message, campaign, operator, not_before, channel)
        SELECT uuid, campaign, operator, now() + make_interval(secs => seconds), next_channel
        FROM moved WHERE status = 'queued' AND (${has('queued')} OR EXISTS (SELECT FROM fallback))
        ON CONFLICT (message) DO UPDATE SET not_before = excluded.not_before, hand = NULL, channel = excluded.channel
      ), retried AS (
        DELETE FROM message_retry r USING moved m WHERE m.was_retry AND r.message = m.uuid AND m.status <> 'queued'
      ), lost AS (
        INSERT INTO message_unknown (message, campaign, link, phone, submitted_at)
        SELECT uuid, campaign, link, phone, now() FROM moved WHERE status = 'unknown' AND ${has('unknown')}
      ), ${idsOfUnknown(sql`(SELECT * FROM moved WHERE status = 'unknown' AND ${has('unknown')})`)}, told AS (
        ${queueMessageEvents(sql`(SELECT * FROM moved WHERE status = 'rejected' AND ${has('rejected')})`)}
      ), parts AS (
        INSERT INTO message_part (link, operator_id, message, alone, viber)
        SELECT link, id, uuid, parts = 1, channel = 'viber' FROM moved WHERE id IS NOT NULL
        UNION ALL SELECT link, another, uuid, false, channel = 'viber' FROM moved, json_array_elements_text(more) AS another
        WHERE ${outcomes.some(hasMore)}::bool
        ON CONFLICT DO NOTHING
      ), polled AS (
        ${polled(sql`(SELECT link, id, phone FROM moved
                      UNION ALL SELECT link, json_array_elements_text(more), phone FROM moved)`)}
      ), used AS (
        ${consumed(sql`SELECT account, campaign, operator, channel, parts, package_parts, amount, 1 AS way
                       FROM moved WHERE status = 'submitted'`)}
      ), counted AS (
        ${counted('queued')}
      )
      SELECT account, ${momentOf(sql`now()`)}, operator, link, ${senderOf(sql`alike.campaign`)} AS sender, made, reason,
        sent, messages, parts, parts AS accepted, amount, ${packageValue(sql`package_parts`)} AS package_amount, failed
      FROM (
        SELECT account, campaign, operator, link, ${dayOf(sql`uuid`)} AS made,
          CASE WHEN status = 'rejected' THEN ${failureOf(sql`error`, sql`status`)} END AS reason, count(*) AS sent,
          count(*) FILTER (WHERE status = 'submitted') AS messages,
          coalesce(sum(parts) FILTER (WHERE status = 'submitted'), 0) AS parts,
          coalesce(sum(amount) FILTER (WHERE status = 'submitted'), 0)::text AS amount,
          coalesce(sum(package_parts) FILTER (WHERE status = 'submitted'), 0) AS package_parts,
          count(*) FILTER (WHERE status = 'rejected') AS failed
        FROM moved WHERE status <> 'queued' GROUP BY 1, 2, 3, 4, 5, 6
      ) alike`.execute(trx);
  daily.push(...sent.rows);
  const ids = outcomes.flatMap((o) =>
    o.status === 'submitted' ? o.ids : o.status === 'unknown' ? o.uuid : [],
  );
  const links = [...new Set(sent.rows.flatMap(({ link }) => link ?? []))];
  const received = await applyReceipts(trx, await keptReceipts(trx, links, ids), daily);
  await cancelLate(trx, outcomes, daily);
  await settle(trx, [...locked, ...received]);
  const final = outcomes.filter(({ status }) => status !== 'queued').length;
  return sent.rows.reduce((left, row) => left - (row.sent ?? 0), final);
}

/** The operator's ids of all parts but the first. */
const moreOf = (one: Outcome): readonly string[] => (one.status === 'submitted' ? one.ids.slice(1) : []);
const hasMore = (one: Outcome): boolean => one.status === 'submitted' && one.ids.length > 1;

/** SQL of outcomes as rows. */
function rowsOf(outcomes: readonly Outcome[]): RawBuilder<unknown> {
  const others = outcomes.every(({ status }) => status === 'submitted') ? [] : outcomes;
  const waits = others.map((one) => (one.status === 'queued' ? one : null));
  const ids = outcomes.map((one) => (one.status === 'submitted' ? (one.ids[0] ?? null) : null));
  const more = outcomes.some(hasMore) ? outcomes.map(moreOf) : [];
  const errors = others.map((one) => (one.status === 'submitted' ? null : one.error));
  return sql`ROWS FROM (${ownColumn(outcomes, 'uuid', 'uuid')}, ${ownColumn(outcomes, 'hand', 'bigint')},
    ${ownColumn(outcomes, 'status', 'text')}, ${textColumn(ids)}, json_array_elements(${JSON.stringify(more)}::json), ${textColumn(errors)},
    ${ownColumn(waits, 'seconds', 'float8')}, ${ownColumn(waits, 'spared', 'bool')})`;
}

/** A temporarily refused message of a campaign that was cancelled meanwhile is cancelled too. */
async function cancelLate(trx: Db, outcomes: readonly Outcome[], daily: Daily): Promise<void> {
  const requeued = outcomes.flatMap((o) => (o.status === 'queued' ? [o.uuid] : []));
  if (requeued.length === 0) return;
  const { rows } = await sql<{ message: string }>`
    DELETE FROM message_retry r USING campaign c
    WHERE r.message = ANY(${requeued}) AND r.hand IS NULL AND c.uuid = r.campaign AND c.status = 'cancelled'
    RETURNING r.message`.execute(trx);
  const gone = rows.map(({ message }) => message);
  // Viber has them already.
  await leaveWithViber(trx, gone, daily);
  await sql`
    WITH moved AS (
      UPDATE message m SET status = 'cancelled', finished_at = now(), updated_at = now()
      WHERE m.uuid = ANY(${gone}) AND m.status = 'queued'
      RETURNING m.campaign, ${heldFor('m')} AS amount, m.package_parts
    )
    UPDATE campaign c SET queued = c.queued - d.n, cancelled = c.cancelled + d.n,
      dropped_exact = c.dropped_exact + d.amount, package_dropped = c.package_dropped + d.package_parts
    FROM (SELECT campaign, count(*) AS n, sum(amount) AS amount, sum(package_parts) AS package_parts
          FROM moved GROUP BY campaign) d
    WHERE c.uuid = d.campaign`.execute(trx);
}
