import { type RawBuilder, sql } from 'kysely';
import { liveWorkers } from '../sending/workers.ts';
import { chargedTests } from './simulatorChecks.ts';

/** What a check needs: a condition that a column belongs to the checked account. */
export type OfAccount = (column: string) => RawBuilder<unknown>;

/** A SELECT of account, record, expected and found for each violation. */
export type Check = (mine: OfAccount) => RawBuilder<unknown>;

/** Age after which messages claimed by no live worker count as forgotten. */
const DEAD_MINUTES = 5;

const ENDED = sql`c.status IN ('completed', 'cancelled', 'failed')`;

/** Accounts, entries, campaigns, packages and payments; no messages are read. */
export const bookChecks: Record<string, Check> = {
  balance: (mine) => sql`
    SELECT a.uuid, a.uuid::text, e.total::text, a.balance::text FROM account a CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount), 0) AS total FROM wallet_entry WHERE account = a.uuid) e
    WHERE a.balance <> e.total AND ${mine('a.uuid')}`,

  'newest-entry': (mine) => sql`
    SELECT a.uuid, a.uuid::text, e.balance::text, a.balance::text FROM account a CROSS JOIN LATERAL (
      SELECT balance FROM wallet_entry WHERE account = a.uuid ORDER BY uuid DESC LIMIT 1) e
    WHERE a.balance <> e.balance AND ${mine('a.uuid')}`,

  'entry-chain': (mine) => sql`
    SELECT account, uuid::text, (former + amount)::text, balance::text FROM (
      SELECT account, uuid, amount, balance,
        lag(balance, 1, 0::bigint) OVER (PARTITION BY account ORDER BY uuid) AS former
      FROM wallet_entry e WHERE ${mine('e.account')}) chain
    WHERE balance <> former + amount`,

  'entry-kind': (mine) => sql`
    SELECT e.account, e.uuid::text, e.kind, concat_ws(' ', e.amount, e.campaign, e.payment) FROM wallet_entry e
    WHERE ${mine('e.account')} AND NOT CASE e.kind
      WHEN 'hold' THEN e.amount < 0 AND e.campaign IS NOT NULL AND e.payment IS NULL
      WHEN 'release' THEN e.amount > 0 AND e.campaign IS NOT NULL AND e.payment IS NULL
      WHEN 'topup' THEN e.amount > 0 AND e.campaign IS NULL AND e.payment IS NOT NULL
      WHEN 'package' THEN e.amount < 0 AND e.campaign IS NULL AND e.payment IS NOT NULL
      ELSE e.campaign IS NULL AND e.payment IS NULL END`,

  'campaign-entries': (mine) => sql`
    SELECT c.account, c.uuid::text, ROW(c.cost, c.released)::text, ROW(e.held, e.released)::text
    FROM campaign c LEFT JOIN (
      SELECT campaign, account, -sum(amount) FILTER (WHERE kind = 'hold') AS held,
        coalesce(sum(amount) FILTER (WHERE kind = 'release'), 0) AS released
      FROM wallet_entry w WHERE campaign IS NOT NULL AND ${mine('w.account')} GROUP BY campaign, account
    ) e ON e.campaign = c.uuid AND e.account = c.account
    WHERE ${mine('c.account')} AND (c.cost, c.released) IS DISTINCT FROM (coalesce(e.held, 0), coalesce(e.released, 0))`,

  'campaign-rounding': (mine) => sql`
    SELECT c.account, c.uuid::text, ROW(round(c.cost_exact), round(c.captured_exact), r.released, r.parts)::text,
      ROW(c.cost, c.captured, c.released, c.package_released)::text
    FROM campaign c CROSS JOIN LATERAL (
      SELECT CASE WHEN ${ENDED} THEN c.cost - round(c.cost_exact - c.dropped_exact) ELSE 0 END AS released,
        CASE WHEN ${ENDED} THEN c.package_dropped ELSE 0 END AS parts) r
    WHERE ${mine('c.account')} AND (c.cost, c.captured, c.released, c.package_released) IS DISTINCT FROM
      (round(c.cost_exact), round(c.captured_exact), r.released, r.parts)`,

  'campaign-ended': (mine) => sql`
    SELECT c.account, c.uuid::text, ROW(c.cost, c.package_parts)::text,
      ROW(c.captured + c.released, c.package_captured + c.package_released)::text
    FROM campaign c
    WHERE ${mine('c.account')} AND ${ENDED} AND c.queued = 0 AND c.unknown = 0
      AND (c.cost, c.package_parts) <> (c.captured + c.released, c.package_captured + c.package_released)`,

  // Recipients that are not expanded into messages yet count as queued too.
  'campaign-queue': (mine) => sql`
    SELECT c.account, c.uuid::text, ROW(c.queued, c.unknown)::text, ROW(q.queued, q.unknown)::text
    FROM campaign c CROSS JOIN LATERAL (
      SELECT (SELECT coalesce(sum(waiting), 0) FROM campaign_queue WHERE campaign = c.uuid)
        + (SELECT coalesce(sum(messages), 0) FROM hand WHERE campaign = c.uuid)
        + (SELECT count(*) FROM message_retry WHERE campaign = c.uuid AND hand IS NULL) AS queued,
        (SELECT count(*) FROM message_unknown WHERE campaign = c.uuid) AS unknown) q
    WHERE ${mine('c.account')} AND NOT c.expanding AND (c.queued, c.unknown) <> (q.queued, q.unknown)`,

  // Two ways to the operator: queued and in retry, or claimed twice.
  'queued-twice': (mine) => sql`
    SELECT c.account, twice.message::text, '1', '2' FROM (
      SELECT q.campaign, r.message FROM message_retry r JOIN campaign_queue q USING (campaign, operator)
      WHERE q.waiting > 0 AND r.message > q.claimed_to
      UNION ALL
      SELECT q.campaign, h.last FROM hand h JOIN campaign_queue q USING (campaign, operator)
      WHERE q.waiting > 0 AND h.last > q.claimed_to
      UNION ALL
      SELECT h.campaign, greatest(h.first, o.first) FROM hand h JOIN hand o
        ON o.campaign = h.campaign AND o.operator = h.operator AND o.id > h.id AND o.first <= h.last AND h.first <= o.last
    ) twice JOIN campaign c ON c.uuid = twice.campaign WHERE ${mine('c.account')}`,

  // Nobody claims from an ended campaign; in a running one, unclaimable messages would wait forever.
  'queue-ended': (mine) => sql`
    SELECT c.account, c.uuid::text, '0', q.waiting::text
    FROM campaign c CROSS JOIN LATERAL (
      SELECT (SELECT coalesce(sum(waiting), 0) FROM campaign_queue WHERE campaign = c.uuid)
        + (SELECT count(*) FROM message_retry WHERE campaign = c.uuid AND hand IS NULL) AS waiting) q
    WHERE ${mine('c.account')} AND ${ENDED} AND q.waiting > 0`,

  // Another worker finds a dead one within seconds, but a slow operator's messages may be in flight for minutes.
  'dead-hand': (mine) => sql`
    SELECT c.account, concat_ws(' ', h.campaign, h.id), 'a live worker', concat('worker ', h.worker)
    FROM hand h JOIN campaign c ON c.uuid = h.campaign
    WHERE ${mine('c.account')} AND h.taken_at < now() - make_interval(mins => ${sql.lit(DEAD_MINUTES)})
      AND h.worker NOT IN (${liveWorkers})`,

  'campaign-packages': (mine) => sql`
    SELECT c.account, c.uuid::text, ROW(c.package_parts, c.package_released)::text, ROW(p.parts, p.released)::text
    FROM campaign c CROSS JOIN LATERAL (
      SELECT coalesce(sum(cp.parts), 0) AS parts, coalesce(sum(cp.released), 0) AS released
      FROM campaign_package cp JOIN account_package p ON p.uuid = cp.package AND p.account = c.account
      WHERE cp.campaign = c.uuid) p
    WHERE ${mine('c.account')} AND (c.package_parts, c.package_released) IS DISTINCT FROM (p.parts, p.released)`,

  'package-parts': (mine) => sql`
    SELECT p.account, p.uuid::text, (p.parts - coalesce(h.held, 0))::text, p.remaining::text
    FROM account_package p LEFT JOIN (
      SELECT package, sum(parts - released) AS held FROM campaign_package GROUP BY package) h ON h.package = p.uuid
    WHERE ${mine('p.account')} AND p.remaining <> p.parts - coalesce(h.held, 0)`,

  consumption: (mine) => sql`
    SELECT c.account, c.uuid::text, ROW(c.captured_exact, c.package_captured)::text, ROW(u.amount, u.parts)::text
    FROM campaign c CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount), 0) AS amount, coalesce(sum(parts) FILTER (WHERE source = 'package'), 0) AS parts
      FROM consumption u WHERE u.campaign = c.uuid AND u.account = c.account) u
    WHERE ${mine('c.account')} AND (c.captured_exact, c.package_captured) IS DISTINCT FROM (u.amount, u.parts)`,

  'daily-use': (mine) => sql`
    SELECT coalesce(u.account, e.account), concat_ws(' ', coalesce(u.day, e.day), coalesce(u.operator, e.operator)),
      ROW(e.messages, e.parts, e.amount)::text, ROW(u.messages, u.parts, u.amount)::text
    FROM (SELECT * FROM daily_use d WHERE ${mine('d.account')}) u FULL JOIN (
      SELECT account, day, operator, sum(messages) AS messages, sum(parts) AS parts, sum(amount) AS amount
      FROM consumption d WHERE ${mine('d.account')} GROUP BY account, day, operator
    ) e ON (e.account, e.day, e.operator) = (u.account, u.day, u.operator)
    WHERE (coalesce(u.messages, 0), coalesce(u.parts, 0), coalesce(u.amount, 0)) IS DISTINCT FROM
      (coalesce(e.messages, 0), coalesce(e.parts, 0), coalesce(e.amount, 0))`,

  'payment-entry': (mine) => sql`
    SELECT p.account, p.uuid::text, s.owed::text, e.paid::text FROM payment_reference p
    CROSS JOIN LATERAL (SELECT CASE WHEN p.status <> 'confirmed' THEN 0 WHEN p.kind = 'topup' THEN p.amount
      WHEN p.method = 'wallet' THEN -p.amount ELSE 0 END AS owed) s
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount), 0) AS paid, count(*) AS n, bool_and(kind = p.kind AND account = p.account) AS own
      FROM wallet_entry WHERE payment = p.uuid) e
    WHERE ${mine('p.account')} AND (s.owed <> e.paid OR e.n <> (s.owed <> 0)::int OR NOT e.own)`,

  'payment-package': (mine) => sql`
    SELECT p.account, p.uuid::text, (p.kind = 'package' AND p.status = 'confirmed')::text, (a.uuid IS NOT NULL)::text
    FROM payment_reference p LEFT JOIN account_package a
      ON a.payment = p.uuid AND a.account = p.account AND a.parts = p.package_parts
    WHERE ${mine('p.account')} AND (p.kind = 'package' AND p.status = 'confirmed') <> (a.uuid IS NOT NULL)`,

  'package-payment': (mine) => sql`
    SELECT a.account, a.uuid::text, ROW('package', 'confirmed', a.account, a.parts)::text,
      ROW(p.kind, p.status, p.account, p.package_parts)::text
    FROM account_package a LEFT JOIN payment_reference p ON p.uuid = a.payment
    WHERE ${mine('a.account')} AND (p.kind, p.status, p.account, p.package_parts) IS DISTINCT FROM
      ('package', 'confirmed', a.account, a.parts)`,

  // Both have the time of the transaction that confirmed it.
  adjustment: (mine) => sql`
    SELECT w.account, w.uuid::text, '1', coalesce(e.n, 0)::text FROM wallet_adjustment w LEFT JOIN (
      SELECT account, amount, created_at, count(*) AS n FROM wallet_entry e
      WHERE kind = 'adjustment' AND ${mine('e.account')} GROUP BY account, amount, created_at
    ) e ON e.account = w.account AND e.amount = w.amount AND e.created_at = w.decided_at
    WHERE ${mine('w.account')} AND w.status = 'confirmed' AND e.n IS DISTINCT FROM 1`,

  'test-charge': (mine) => chargedTests(mine('c.account')),
};

/** Each fiscal year's numbers are consecutive from where its series begins, and all have its prefix. */
export const invoiceNumbers = sql`
  SELECT NULL::uuid, fiscal_year, ROW(begins, begins + n - 1, n, begins + n - 1, 0)::text,
    ROW(first, last, n, given, others)::text
  FROM (SELECT fiscal_year, max(g.first) AS begins, coalesce(min(i.number), max(g.first)) AS first,
          coalesce(max(i.number), max(g.first) - 1) AS last, count(i.number) AS n, max(g.last) AS given,
          count(*) FILTER (WHERE i.prefix <> g.prefix) AS others
        FROM invoice i FULL JOIN invoice_number g USING (fiscal_year) GROUP BY fiscal_year) years
  WHERE (first, last, given, others) IS DISTINCT FROM (begins, begins + n - 1, begins + n - 1, 0)`;
