import { type RawBuilder, sql } from 'kysely';
import { RELEASED } from '#schema/message.ts';
import { messagesInFlight } from '../sending/messagesInFlight.ts';
import { allMessageUse, costOf } from '../sending/messageUse.ts';
import { heldFor } from '../sending/viberMessages.ts';
import type { Check } from './bookChecks.ts';
import { handedColumns, misroutedTests } from './simulatorChecks.ts';

/**
 * Which statuses are charged: `sure` always, `perhaps` depending on the history. A message that was released before it was
 * delivered is not (services/sending/receipts.ts).
 */
const CHARGED = {
  sure: sql`NOT uncharged AND (status IN ('submitted', 'delivered') OR (status = 'undelivered' AND NOT frees))`,
  // Charged if it had been submitted, released if it was refused or unknown.
  perhaps: sql`NOT uncharged AND status IN ('expired', 'rejected') AND NOT frees`,
};

/** Only campaigns that still have all their messages; after retention there is nothing to compare. */
export const messageChecks: Record<string, RawBuilder<unknown>> = {
  'campaign-counts': sql`
    SELECT c.account, c.uuid::text,
      ROW(m.n, m.queued, m.submitted, m.delivered, m.undelivered, m.expired, m.rejected, m.cancelled, m.unknown,
        m.read)::text,
      ROW(c.recipients, c.queued, c.submitted, c.delivered, c.undelivered, c.expired, c.rejected, c.cancelled,
        c.unknown, c.read)::text
    FROM kept c LEFT JOIN totals m ON m.campaign = c.uuid
    WHERE (c.recipients, c.queued, c.submitted, c.delivered, c.undelivered, c.expired, c.rejected, c.cancelled,
      c.unknown, c.read) IS DISTINCT FROM
      (m.n, m.queued, m.submitted, m.delivered, m.undelivered, m.expired, m.rejected, m.cancelled, m.unknown, m.read)`,

  // Running campaigns: a count without messages would never become zero.
  'queue-messages': sql`
    SELECT k.account, concat_ws(' ', q.campaign, q.operator), m.n::text, q.waiting::text
    FROM campaign_queue q JOIN kept k ON k.uuid = q.campaign CROSS JOIN LATERAL (
      SELECT count(*) AS n FROM message m
      WHERE m.campaign = q.campaign AND m.operator = q.operator AND m.status = 'queued' AND m.uuid > q.claimed_to) m
    WHERE m.n <> q.waiting`,

  'hand-messages': sql`
    SELECT k.account, concat_ws(' ', h.campaign, h.id), coalesce(m.n, 0)::text, h.messages::text
    FROM hand h JOIN kept k ON k.uuid = h.campaign
    LEFT JOIN (SELECT hand, count(*) AS n FROM (${messagesInFlight(sql`true`)}) held GROUP BY hand) m ON m.hand = h.id
    WHERE coalesce(m.n, 0) <> h.messages`,

  'test-messages': misroutedTests,

  'campaign-cost': sql`
    SELECT c.account, c.uuid::text, ROW(m.amount, m.package_parts, m.parts)::text,
      ROW(c.cost_exact, c.package_parts, c.parts)::text
    FROM kept c LEFT JOIN totals m ON m.campaign = c.uuid
    WHERE (c.cost_exact, c.package_parts, c.parts) IS DISTINCT FROM (m.amount, m.package_parts, m.parts)`,

  'campaign-outstanding': sql`
    SELECT c.account, c.uuid::text, ROW(m.open_amount, m.open_parts)::text,
      ROW(c.cost_exact - c.captured_exact - c.dropped_exact, c.package_parts - c.package_captured - c.package_dropped)::text
    FROM kept c LEFT JOIN totals m ON m.campaign = c.uuid
    WHERE (c.cost_exact - c.captured_exact - c.dropped_exact, c.package_parts - c.package_captured - c.package_dropped)
      IS DISTINCT FROM (m.open_amount, m.open_parts)`,

  'operator-consumption': sql`
    SELECT m.account, concat_ws(' ', m.campaign, m.operator),
      concat(ROW(m.amount, m.package_parts, m.parts)::text, ' to ', ROW(m.amount_most, m.package_most, m.parts_most)::text),
      ROW(u.amount, u.package_parts, u.parts)::text
    FROM (
      SELECT account, campaign, operator,
        coalesce(sum(amount) FILTER (WHERE ${CHARGED.sure}), 0) AS amount,
        coalesce(sum(package_parts) FILTER (WHERE ${CHARGED.sure}), 0) AS package_parts,
        coalesce(sum(parts) FILTER (WHERE ${CHARGED.sure}), 0) AS parts,
        coalesce(sum(amount) FILTER (WHERE ${CHARGED.sure} OR ${CHARGED.perhaps}), 0) AS amount_most,
        coalesce(sum(package_parts) FILTER (WHERE ${CHARGED.sure} OR ${CHARGED.perhaps}), 0) AS package_most,
        coalesce(sum(parts) FILTER (WHERE ${CHARGED.sure} OR ${CHARGED.perhaps}), 0) AS parts_most
      FROM (SELECT s.*, coalesce((k.prices->s.operator->>'release_undelivered')::boolean, false) AS frees
            FROM sums s JOIN kept k ON k.uuid = s.campaign) s
      GROUP BY account, campaign, operator
    ) m LEFT JOIN (
      SELECT campaign, operator, sum(amount) AS amount, coalesce(sum(parts) FILTER (WHERE source = 'package'), 0)
        AS package_parts, sum(parts) AS parts
      FROM consumption WHERE campaign IN (SELECT uuid FROM kept) GROUP BY campaign, operator
    ) u ON (u.campaign, u.operator) = (m.campaign, m.operator)
    WHERE coalesce(u.amount, 0) NOT BETWEEN m.amount AND m.amount_most
      OR coalesce(u.package_parts, 0) NOT BETWEEN m.package_parts AND m.package_most
      OR coalesce(u.parts, 0) NOT BETWEEN m.parts AND m.parts_most`,
};

/** Messages per day, account and operator. */
export const dailyMessages: Check = (mine) => sql`
  SELECT coalesce(u.account, e.account), concat_ws(' ', coalesce(u.day, e.day), coalesce(u.operator, e.operator)),
    ROW(e.sent, e.delivered, e.failed, e.test)::text, ROW(u.sent, u.delivered, u.failed, u.test)::text
  FROM (SELECT * FROM daily_use d WHERE ${mine('d.account')}) u
  FULL JOIN (SELECT * FROM daily_expected d WHERE ${mine('d.account')}) e
    ON (e.account, e.day, e.operator) = (u.account, u.day, u.operator)
  LEFT JOIN dropped d ON d.account = coalesce(u.account, e.account)
  WHERE coalesce(u.day, e.day) > coalesce(d.day, '-infinity') AND
    (coalesce(u.sent, 0), coalesce(u.delivered, 0), coalesce(u.failed, 0), coalesce(u.test, 0)) IS DISTINCT FROM
    (coalesce(e.sent, 0), coalesce(e.delivered, 0), coalesce(e.failed, 0), coalesce(e.test, 0))`;

/** Messages per day and link. */
export const linkUse = sql`
  SELECT NULL::uuid, concat_ws(' ', day, link), ROW(e.sent, e.delivered, e.failed)::text,
    ROW(u.sent, u.delivered, u.failed)::text
  FROM link_expected e FULL JOIN link_use u USING (day, link)
  WHERE day > (SELECT coalesce(max(day), '-infinity') FROM dropped) AND
    (coalesce(e.sent, 0), coalesce(e.delivered, 0), coalesce(e.failed, 0)) IS DISTINCT FROM
    (coalesce(u.sent, 0), coalesce(u.delivered, 0), coalesce(u.failed, 0))`;

/** Messages per hour, account, operator, link, sender ID and reason, of days that are not due to be counted again. */
export const messageUse: Check = (mine) => sql`
  SELECT coalesce(u.account, e.account), concat_ws(' ', coalesce(u.day, e.day), coalesce(u.hour, e.hour),
      coalesce(u.operator, e.operator), coalesce(u.link, e.link), coalesce(u.reason, e.reason)),
    ROW(e.sent, e.parts, e.delivered, e.failed, e.cost)::text, ROW(u.sent, u.parts, u.delivered, u.failed, u.cost)::text
  FROM (
    SELECT day, hour, account, operator, link, sender, reason, made, sum(sent) AS sent, sum(parts) AS parts,
      sum(delivered) AS delivered, sum(failed) AS failed, sum(cost) AS cost
    FROM message_use_now d WHERE ${mine('d.account')} GROUP BY day, hour, account, operator, link, sender, reason, made
  ) u FULL JOIN (
    SELECT d.*, ${costOf(sql`d.parts`, 'd')} AS cost FROM ${allMessageUse} d WHERE ${mine('d.account')}
  ) e ON (e.account, e.day, e.hour, e.operator, e.link, e.sender, e.reason, e.made)
    = (u.account, u.day, u.hour, u.operator, u.link, u.sender, u.reason, u.made)
  LEFT JOIN dropped d ON d.account = coalesce(u.account, e.account)
  WHERE coalesce(u.made, e.made) > coalesce(d.day, '-infinity')
    AND coalesce(u.made, e.made) NOT IN (SELECT made FROM message_use_due)
    AND (coalesce(u.sent, 0), coalesce(u.parts, 0), coalesce(u.delivered, 0), coalesce(u.failed, 0),
        -- Groups whose counts are zero again have no messages.
        CASE WHEN coalesce(u.parts, 0) = 0 THEN 0 ELSE u.cost END) IS DISTINCT FROM
      (coalesce(e.sent, 0), coalesce(e.parts, 0), coalesce(e.delivered, 0), coalesce(e.failed, 0),
        CASE WHEN coalesce(e.parts, 0) = 0 THEN 0 ELSE e.cost END)`;

const status = (name: string) =>
  sql`coalesce(sum(n) FILTER (WHERE status = ${sql.lit(name)}), 0)::int AS ${sql.ref(name)}`;

/**
 * Shared by the message checks: sums, read in one pass; the campaigns with all their messages (not while they are being
 * expanded, and not after retention removed some); and each account's last day that may lack some.
 */
export const shared: Check = (mine) => sql`
  sums AS MATERIALIZED (
    SELECT account, campaign, operator, status, u.uncharged, count(*) AS n, count(m.read_at) AS read, sum(parts) AS parts,
      sum(package_parts) AS package_parts, sum(amount) AS amount, sum(${heldFor('m')}) AS held,
      -- As planned: a Viber message that became an SMS has other parts now.
      sum(CASE WHEN m.channel = 'sms' AND m.other_parts IS NOT NULL THEN m.other_parts ELSE m.parts END) AS planned, ${handedColumns}
    FROM message m CROSS JOIN LATERAL (
      SELECT coalesce(m.error = ${sql.lit(RELEASED)}, false) AS uncharged) u
    WHERE ${mine('m.account')} GROUP BY account, campaign, operator, status, u.uncharged
  ), totals AS MATERIALIZED (
    SELECT campaign, sum(n)::int AS n, sum(read)::int AS read,
      coalesce(sum(n) FILTER (WHERE status = 'queued'), 0)::int AS queued,
      ${sql.join(['submitted', 'delivered', 'undelivered', 'expired', 'rejected', 'cancelled', 'unknown'].map(status))},
      sum(held) AS amount, sum(package_parts)::int AS package_parts, sum(planned)::int AS parts,
      coalesce(sum(held) FILTER (WHERE status IN ('queued', 'unknown')), 0) AS open_amount,
      coalesce(sum(package_parts) FILTER (WHERE status IN ('queued', 'unknown')), 0)::int AS open_parts
    FROM sums GROUP BY campaign
  ), kept AS MATERIALIZED (
    SELECT * FROM campaign c WHERE ${mine('c.account')} AND NOT c.expanding AND c.messages_removed_at IS NULL
  ), dropped AS MATERIALIZED (
    SELECT account, max(nepal_day(coalesce(finished_at, now()))) AS day FROM campaign c
    WHERE c.messages_removed_at IS NOT NULL AND ${mine('c.account')} GROUP BY account
  )`;
