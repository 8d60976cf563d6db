import { sql } from 'kysely';
import { DASHBOARD_DAYS } from '#schema/dashboard.ts';
import { type DashboardSummary, QUEUE_COUNT_MAX } from '#schema/dashboardSummary.ts';
import type { Db } from '../../db/database.ts';
import { waitsFor } from '../sending/approval.ts';
import { standbyState, stoppedSince } from '../sending/failover/standby.ts';
import { waitingCampaigns, whyWaiting } from '../sending/routing.ts';

type Use = DashboardSummary['use'];
type Counts = Pick<
  DashboardSummary,
  | 'users'
  | 'accounts'
  | 'pending_kyc'
  | 'pending_payments'
  | 'pending_amount'
  | 'open_refunds'
  | 'pending_senders'
  | 'pending_viber'
> & { draft: number; running: number; any: boolean; waiting: number };

async function countsOf(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`
    SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM account) AS accounts,
      (SELECT count(*) FROM kyc WHERE status = 'pending') AS pending_kyc,
      payments.n AS pending_payments, payments.amount AS pending_amount,
      (SELECT count(*) FROM payment_refund WHERE status = 'open') AS open_refunds,
      (SELECT count(*) FROM sender_identity WHERE status = 'pending') AS pending_senders,
      (SELECT count(*) FROM viber_identity WHERE status = 'pending') AS pending_viber,
      (SELECT count(*) FROM campaign WHERE status = 'draft' AND ${waitsFor('campaign')} = 'provider') AS draft,
      (SELECT count(*) FROM campaign WHERE status IN ('preparing', 'sending', 'paused')) AS running,
      EXISTS (SELECT FROM campaign) AS any,
      (SELECT coalesce(sum(queued), 0)::bigint FROM campaign WHERE status = 'sending') AS waiting
    FROM (SELECT count(*) AS n, coalesce(sum(amount), 0)::bigint AS amount
          FROM payment_reference WHERE status = 'pending') payments`.execute(db);
  return rows[0] as Counts;
}

/** All accounts' last days, from the rollup: by day, and by operator, most used first. */
async function usageOf(db: Db): Promise<Use> {
  const { rows } = await sql<Use>`
    WITH days AS (
      SELECT day::date AS day
      FROM generate_series(nepal_day(now()) - ${DASHBOARD_DAYS - 1}::int, nepal_day(now()), interval '1 day') AS day
    ), totals AS MATERIALIZED (
      SELECT day, operator, sum(sent) AS sent, sum(test) AS test, sum(delivered) AS delivered, sum(failed) AS failed,
        sum(parts) AS parts, sum(amount) AS amount
      FROM daily_use
      WHERE day BETWEEN nepal_day(now()) - ${DASHBOARD_DAYS - 1}::int AND nepal_day(now())
      GROUP BY day, operator
    )
    SELECT (
      SELECT json_agg(d ORDER BY day) FROM (
        SELECT day, coalesce(sum(sent), 0) AS sent, coalesce(sum(test), 0) AS test, coalesce(sum(delivered), 0) AS delivered,
          coalesce(sum(failed), 0) AS failed, coalesce(sum(parts), 0) AS parts, coalesce(sum(amount), 0) AS amount
        FROM days LEFT JOIN totals USING (day) GROUP BY day) d) AS days,
      (SELECT coalesce(json_agg(o ORDER BY sent DESC, operator), '[]') FROM (
        SELECT operator, sum(sent) AS sent, sum(test) AS test, sum(delivered) AS delivered, sum(failed) AS failed,
          sum(parts) AS parts, sum(amount) AS amount
        FROM totals GROUP BY operator) o) AS operators`.execute(db);
  return rows[0] as Use;
}

async function linksOf(db: Db): Promise<DashboardSummary['links']> {
  const { rows } = await sql<DashboardSummary['links'][number]>`
    SELECT l.uuid, l.name, n.state, l.is_active, l.is_simulator, n.since, n.reason, l.operators, l.priority, n.in_flight,
      n.per_minute, coalesce(u.sent, 0)::int AS sent, coalesce(u.delivered, 0)::int AS delivered,
      coalesce(u.failed, 0)::int AS failed
    FROM operator_link l JOIN operator_link_now n ON n.link = l.uuid
    LEFT JOIN (
      SELECT link, sum(sent) AS sent, sum(delivered) AS delivered, sum(failed) AS failed
      FROM link_use WHERE day > nepal_day(now()) - ${DASHBOARD_DAYS}::int GROUP BY link) u ON u.link = l.name
    ORDER BY l.priority, l.name`.execute(db);
  return rows;
}

/** Queued messages by operator, counted up to QUEUE_COUNT_MAX per campaign. */
async function queueOf(db: Db): Promise<DashboardSummary['queue']['operators']> {
  const { rows } = await sql<DashboardSummary['queue']['operators'][number]>`
    SELECT operator, sum(least(n, ${QUEUE_COUNT_MAX}))::int AS count, bool_or(n > ${QUEUE_COUNT_MAX}) AS count_is_minimum,
      sum(least(unapproved, ${QUEUE_COUNT_MAX}))::int AS unapproved, min(oldest_at) AS oldest_at,
      coalesce(${whyWaiting(sql`operator`, sql`bool_and(test)`, sql`min(waiting.channel)`)},
        CASE WHEN sum(unapproved) > 0 THEN 'unapproved' END) AS reason
    FROM (${waitingCampaigns(QUEUE_COUNT_MAX + 1)}) waiting GROUP BY operator ORDER BY min(oldest_at), operator`.execute(
    db,
  );
  return rows;
}

/** The provider's dashboard, over all accounts. */
export async function staffDashboard(db: Db): Promise<DashboardSummary> {
  const [counts, use, links, operators, stopped_at, standby] = await Promise.all([
    countsOf(db),
    usageOf(db),
    linksOf(db),
    queueOf(db),
    stoppedSince(db),
    standbyState(db),
  ]);
  const { draft, running, any, waiting, ...rest } = counts;
  const oldest_at = operators[0]?.oldest_at ?? null;
  return {
    ...rest,
    campaigns: { draft, running, any },
    use,
    links,
    database: { stopped_at, standby },
    queue: { waiting, oldest_at, operators },
  };
}
