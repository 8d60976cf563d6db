import { sql } from 'kysely';
import { NO_RECEIPT, RELEASED, SETTLED } from '#schema/message.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { queueMessageEvents } from '../webhooks/events.ts';
import { consumed } from './consumption.ts';
import type { Daily, DailyChange } from './daily.ts';
import { type Hours, validityHours } from './deliverySettings.ts';
import { dayOf, failureOf, momentOf, packageValue, roughly } from './messageUse.ts';
import { campaignsOf, lockCampaigns } from './settle.ts';
import { heldFor } from './viberMessages.ts';

export type FinalStatus = 'delivered' | 'undelivered' | 'expired' | 'rejected';

/** A message and its new state. */
export interface Move {
  uuid: string;
  status: FinalStatus;
  error: string | null;
  /** An unknown message that is released whatever its status says. */
  release?: boolean;
}

/**
 * Moves submitted and unknown messages to their final state, with counts, money and consumption, and collects the change of
 * the daily totals in `daily` (services/sending/daily.ts). Any other message stays, except that an expired one may still change
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
  const { rows } = await sql<DailyChange>`${prepared}
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
      RETURNING m.uuid, m.account, m.campaign, m.operator, m.channel, m.parts, m.package_parts, m.amount,
        ${heldFor('m')} AS held, m.status, m.error, m.submitted_at, m.link, old.was, old.former, old.lost
    ), known AS (
      DELETE FROM message_unknown u USING moved m WHERE u.message = m.uuid AND m.was = 'unknown'
    ), told AS (
      ${queueMessageEvents(sql`moved`)}
    ), charged AS (
      -- way: 1 charged now, -1 charged before and released now, 0 unchanged; lost: held and released.
      SELECT m.account, m.campaign, m.operator, m.channel, m.link, m.parts, m.package_parts, m.amount, m.held, m.status,
        m.error, m.submitted_at, m.was, m.former, c.sender, ${dayOf(sql`m.uuid`)} AS made,
        CASE WHEN was = 'expired' THEN 0 WHEN was = 'unknown' THEN (NOT (m.lost OR r.free))::int
          WHEN r.free THEN -1 ELSE 0 END AS way,
        was = 'unknown' AND (m.lost OR r.free) AS lost
      FROM moved m JOIN campaign c ON c.uuid = m.campaign CROSS JOIN LATERAL (
        SELECT m.status <> 'delivered'
          AND coalesce((c.prices->m.operator->>'release_undelivered')::boolean, false) AS free) r
    ), used AS (
      ${consumed(sql`SELECT account, campaign, operator, channel, parts, package_parts, amount, way FROM charged WHERE way <> 0`)}
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
              -- Only of unknown ones was more held than is charged.
              coalesce(sum(CASE WHEN lost THEN held WHEN way = 1 THEN held - amount WHEN way = -1 THEN amount END), 0)
                AS dropped,
              coalesce(sum(package_parts) FILTER (WHERE way = -1 OR lost), 0) AS package_dropped
            FROM charged GROUP BY campaign) n
      WHERE c.uuid = n.campaign
    )
    -- Charged or released today; delivered or failed on the day they were sent.
    SELECT account, ${momentOf(sql`now()`)}, operator, link, sender, made, NULL AS reason,
      sum(way) AS messages, sum(parts * way) AS parts, sum(amount * way)::text AS amount, 0 AS delivered, 0 AS failed,
      0 AS accepted, NULL::float8[] AS lags, ${packageValue(sql`sum(package_parts * way)`)} AS package_amount
    FROM charged WHERE way <> 0 GROUP BY account, campaign, operator, link, sender, made
    UNION ALL
    SELECT account, ${momentOf(sql`at`)}, operator, link, sender, made, reason, 0, 0, '0', delivered, failed, accepted, lags,
      '0'
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
      0, 0, '0', 0, -count(*), 0, NULL, '0'
    FROM charged WHERE was = 'expired' GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`.execute(trx);
  daily.push(...rows);
  return locked;
}
