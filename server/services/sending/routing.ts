import { type RawBuilder, sql } from 'kysely';
import { hasCome } from '../platform/farTimes.ts';
import { isBarred } from './approvedSender.ts';

type Sql = RawBuilder<unknown>;

/** Seconds that a link of lower priority waits for one that is not bound, or is throttled. */
export const FAILOVER = 6;
const moment = sql`make_interval(secs => ${FAILOVER})`;

/** Whether a link (the alias of an operator_link) serves an operator. */
const serves = (link: string, operator: Sql): Sql => {
  const operators = sql.ref(`${link}.operators`);
  return sql`(${operators} = '{}' OR ${operator} = ANY(${operators}))`;
};

/** Whether a link is bound in some worker, or was until a moment ago. */
export const holds = (link: string, more = sql``): Sql => sql`EXISTS (
  SELECT FROM operator_link_state s WHERE s.link = ${sql.ref(`${link}.uuid`)} AND s.holds_until > now()
    AND ${hasCome(sql`s.holds_until - ${moment}`)} ${more})`;
/** Whether the operator has been throttling for no more than a moment. */
const isPatient = sql`AND (s.throttled_since IS NULL
  OR (s.throttled_since > now() - ${moment} AND ${hasCome(sql`s.throttled_since`)}))`;

/** Whether a link (an alias) serves an operator, is not paused, and is bound and accepting, or was until a moment ago. */
export const accepts = (link: string, operator: Sql): Sql => sql`(
  ${sql.ref(`${link}.is_active`)} AND ${serves(link, operator)} AND ${holds(link, isPatient)})`;

/** Whether a link of higher priority than this one (an alias) accepts the operator's messages. */
const isOutranked = (link: string, operator: Sql): Sql => sql`EXISTS (
  SELECT FROM operator_link better
  WHERE better.priority < ${sql.ref(`${link}.priority`)} AND better.is_simulator = ${sql.ref(`${link}.is_simulator`)}
    AND better.channel = ${sql.ref(`${link}.channel`)}
    AND ${accepts('better', operator)})`;

/**
 * Whether a link (an alias) should take an operator's messages now: it serves it, is not paused, and no link of higher
 * priority that serves it is bound and accepting. Links of the same priority share (linkWeights.ts). The simulator and operators are
 * independent, because they take different campaigns (services/sending/destination.ts).
 */
export const takesOperator = (link: string, operator: Sql): Sql => sql`(
  ${sql.ref(`${link}.is_active`)} AND ${serves(link, operator)} AND NOT ${isOutranked(link, operator)})`;

/** The same in words (schema/routing.ts), for campaigns that are tests or not. */
export const routeOf = (link: string, operator: Sql, test: Sql): Sql => sql`
  CASE WHEN ${sql.ref(`${link}.is_simulator`)} <> ${test} THEN 'tests'
    WHEN NOT ${serves(link, operator)} THEN 'operator'
    WHEN NOT ${sql.ref(`${link}.is_active`)} THEN 'paused'
    WHEN NOT ${holds(link)} THEN 'down'
    WHEN NOT ${holds(link, isPatient)} THEN 'throttled'
    WHEN ${takesOperator(link, operator)} THEN 'takes' ELSE 'backup' END`;

/** The operators for which a campaign's (an alias) messages wait because no link takes them; sorted by name. */
export const unreachable = (campaign: string): Sql => {
  const of = (column: string) => sql.ref(`${campaign}.${column}`);
  return sql`CASE WHEN ${of('status')} = 'sending' AND ${of('queued')} > 0 THEN ARRAY(
    SELECT o FROM jsonb_object_keys(${of('prices')}) AS o
    WHERE (${whyWaiting(sql`o`, sql`${of('test')}`, sql`${of('channel')}`)} IS NOT NULL AND (
        EXISTS (SELECT FROM campaign_queue q WHERE q.campaign = ${of('uuid')} AND q.operator = o AND q.waiting > 0)
        OR EXISTS (SELECT FROM message_retry r WHERE r.campaign = ${of('uuid')} AND r.operator = o AND r.hand IS NULL
          AND r.channel = ${of('channel')})))
      OR (${of('channel')} = 'viber' AND ${whyWaiting(sql`o`, sql`${of('test')}`)} IS NOT NULL
        AND EXISTS (SELECT FROM message_retry r WHERE r.campaign = ${of('uuid')} AND r.operator = o AND r.hand IS NULL
          AND r.channel = 'sms' AND r.not_before <= now()))
    ORDER BY o) ELSE '{}'::text[] END`;
};

/** Why an operator's messages, tests or others, wait (schema/dashboardSummary.ts); null if a link takes them. */
export const whyWaiting = (operator: Sql, test: Sql, channel: Sql = sql`'sms'`): Sql => sql`(
  SELECT CASE WHEN count(*) = 0 THEN 'none' WHEN NOT bool_or(l.is_active) THEN 'paused'
    WHEN NOT bool_or(l.is_active AND ${holds('l')}) THEN 'down' END
  FROM operator_link l WHERE l.is_simulator = ${test} AND l.channel = ${channel} AND ${serves('l', operator)})`;

/**
 * The SELECT of queued messages of sending campaigns: operator, since when the campaign sends (oldest_at) and how many wait
 * (n, with retries counted up to `most`), per campaign; how many of them no claim takes, because the operator has not
 * approved their sender ID (unapproved); and whether it is a test.
 */
export const waitingCampaigns = (most: number): Sql => sql`
  SELECT o AS operator, n, CASE WHEN NOT ${isBarred('c', sql`o`)} THEN 0 WHEN c.channel = 'sms' THEN n ELSE (
      SELECT count(*) FROM (
        SELECT FROM message_retry WHERE campaign = c.uuid AND operator = o AND hand IS NULL
          AND channel = 'sms' AND not_before <= now() LIMIT ${most}) counted) END AS unapproved,
    coalesce(c.started_at, c.created_at) AS oldest_at, c.test, c.channel
  FROM campaign c CROSS JOIN LATERAL jsonb_object_keys(c.prices) AS o
  CROSS JOIN LATERAL (
    SELECT coalesce((SELECT waiting FROM campaign_queue WHERE campaign = c.uuid AND operator = o), 0) + (
      SELECT count(*) FROM (
        SELECT FROM message_retry WHERE campaign = c.uuid AND operator = o AND hand IS NULL
          -- What Viber has does not wait for a link.
          AND (channel = c.channel OR not_before <= now()) LIMIT ${most}) counted) AS n) q
  WHERE c.status = 'sending' AND n > 0`;
