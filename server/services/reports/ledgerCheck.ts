import { type RawBuilder, sql } from 'kysely';
import { RELEASED } from '#schema/message.ts';
import type { Db } from '../../db/database.ts';
import { messagesInHand } from '../sending/hands.ts';
import { liveWorkers } from '../sending/workers.ts';
import { chargedTests, handedColumns, misledMessages } from './simulatorChecks.ts';

/** One place where the books do not agree. */
export interface Violation {
  /** Which rule is broken; docs/ledger.md says what each means. */
  check: string;
  /** Null for what belongs to no account. */
  account: string | null;
  /** What it is of: a uuid, or a day with its operator or link. */
  record: string;
  /** What follows from the other rows, and what stands there: numbers in the check's own order. */
  expected: string | null;
  found: string | null;
}

/** What a check may ask: whether a column is of the account that is looked at. */
type Mine = (column: string) => RawBuilder<unknown>;

/** A SELECT of account, record, expected and found for each violation. */
type Check = (mine: Mine) => RawBuilder<unknown>;

/** How old a hand of no live worker is when it counts as forgotten. */
const DEAD_MINUTES = 5;

const ENDED = sql`c.status IN ('completed', 'cancelled', 'failed')`;

/** Of accounts, entries, campaigns, packages and payments: nothing here reads a message. */
const bookChecks: Record<string, Check> = {
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
      WHEN 'topup' THEN e.amount > 0 AND e.campaign IS NULL
      WHEN 'package' THEN e.amount < 0 AND e.campaign IS NULL
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

  // While recipients become messages, those that are none yet are queued too.
  'campaign-queue': (mine) => sql`
    SELECT c.account, c.uuid::text, ROW(c.queued, c.unknown)::text, ROW(q.queued, q.unknown)::text
    FROM campaign c CROSS JOIN LATERAL (
      SELECT (SELECT coalesce(sum(waiting), 0) FROM campaign_queue WHERE campaign = c.uuid)
        + (SELECT coalesce(sum(messages), 0) FROM hand WHERE campaign = c.uuid)
        + (SELECT count(*) FROM message_retry WHERE campaign = c.uuid AND hand IS NULL) AS queued,
        (SELECT count(*) FROM message_unknown WHERE campaign = c.uuid) AS unknown) q
    WHERE ${mine('c.account')} AND NOT c.expanding AND (c.queued, c.unknown) <> (q.queued, q.unknown)`,

  // A second way to the operator: in a queue and to be tried again, or in two hands.
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

  // Nobody claims of a campaign that has ended; of one that goes on, what waits for nobody would wait for ever.
  'queue-ended': (mine) => sql`
    SELECT c.account, c.uuid::text, '0', q.waiting::text
    FROM campaign c CROSS JOIN LATERAL (
      SELECT (SELECT coalesce(sum(waiting), 0) FROM campaign_queue WHERE campaign = c.uuid)
        + (SELECT count(*) FROM message_retry WHERE campaign = c.uuid AND hand IS NULL) AS waiting) q
    WHERE ${mine('c.account')} AND ${ENDED} AND q.waiting > 0`,

  // Another worker finds a dead one within seconds; a slow operator's messages may be in hand for minutes before.
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

  'test-charge': (mine) => chargedTests(mine('c.account')),

  // A wallet pays for packages with money that was invoiced when it came; a server without a seller issues none.
  invoice: (mine) => sql`
    SELECT p.account, p.uuid::text, ROW(p.status, p.account, p.amount, p.invoice)::text,
      ROW('confirmed', i.account, i.total, i.uuid)::text
    FROM payment_reference p FULL JOIN invoice i ON i.payment = p.uuid
    WHERE ${mine('p.account')} AND (i.uuid IS NOT NULL OR p.invoice IS NOT NULL) AND
      ((p.status, p.account, p.amount, p.invoice) IS DISTINCT FROM ('confirmed', i.account, i.total, i.uuid)
        OR p.method = 'wallet')`,
};

const invoiceNumbers = sql`
  SELECT NULL::uuid, fiscal_year, ROW(1, n, n, n)::text, ROW(first, last, n, given)::text
  FROM (SELECT fiscal_year, min(i.number) AS first, max(i.number) AS last, count(i.number) AS n, max(g.last) AS given
        FROM invoice i FULL JOIN invoice_number g USING (fiscal_year) GROUP BY fiscal_year) years
  WHERE (first, last, given) IS DISTINCT FROM (1, n, n)`;

/** What is charged of messages of a status: `sure` always, `perhaps` depending on how they came to it. What was given
 * back before it was delivered is not (services/receipts.ts). */
const CHARGED = {
  sure: sql`NOT uncharged AND (status IN ('submitted', 'delivered') OR (status = 'undelivered' AND NOT frees))`,
  // Charged when it had been submitted, given back when it was refused or unknown.
  perhaps: sql`NOT uncharged AND status IN ('expired', 'rejected') AND NOT frees`,
};

/** Of campaigns whose messages are all there: those that retention has removed can be compared with nothing. */
const messageChecks: Record<string, RawBuilder<unknown>> = {
  'campaign-counts': sql`
    SELECT c.account, c.uuid::text,
      ROW(m.n, m.queued, m.submitted, m.delivered, m.undelivered, m.expired, m.rejected, m.cancelled, m.unknown)::text,
      ROW(c.recipients, c.queued, c.submitted, c.delivered, c.undelivered, c.expired, c.rejected, c.cancelled,
        c.unknown)::text
    FROM kept c LEFT JOIN totals m ON m.campaign = c.uuid
    WHERE (c.recipients, c.queued, c.submitted, c.delivered, c.undelivered, c.expired, c.rejected, c.cancelled,
      c.unknown) IS DISTINCT FROM
      (m.n, m.queued, m.submitted, m.delivered, m.undelivered, m.expired, m.rejected, m.cancelled, m.unknown)`,

  // Of campaigns that go on: a count that no message stands behind never becomes zero.
  'queue-messages': sql`
    SELECT k.account, concat_ws(' ', q.campaign, q.operator), m.n::text, q.waiting::text
    FROM campaign_queue q JOIN kept k ON k.uuid = q.campaign CROSS JOIN LATERAL (
      SELECT count(*) AS n FROM message m
      WHERE m.campaign = q.campaign AND m.operator = q.operator AND m.status = 'queued' AND m.uuid > q.claimed_to) m
    WHERE m.n <> q.waiting`,

  'hand-messages': sql`
    SELECT k.account, concat_ws(' ', h.campaign, h.id), coalesce(m.n, 0)::text, h.messages::text
    FROM hand h JOIN kept k ON k.uuid = h.campaign
    LEFT JOIN (SELECT hand, count(*) AS n FROM (${messagesInHand(sql`true`)}) held GROUP BY hand) m ON m.hand = h.id
    WHERE coalesce(m.n, 0) <> h.messages`,

  'test-messages': misledMessages,

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

const dailyMessages: Check = (mine) => sql`
  SELECT coalesce(u.account, e.account), concat_ws(' ', coalesce(u.day, e.day), coalesce(u.operator, e.operator)),
    ROW(e.sent, e.delivered, e.failed, e.test)::text, ROW(u.sent, u.delivered, u.failed, u.test)::text
  FROM (SELECT * FROM daily_use d WHERE ${mine('d.account')}) u
  FULL JOIN (SELECT * FROM daily_expected d WHERE ${mine('d.account')}) e
    ON (e.account, e.day, e.operator) = (u.account, u.day, u.operator)
  WHERE coalesce(u.day, e.day) > (SELECT day FROM dropped) AND
    (coalesce(u.sent, 0), coalesce(u.delivered, 0), coalesce(u.failed, 0), coalesce(u.test, 0)) IS DISTINCT FROM
    (coalesce(e.sent, 0), coalesce(e.delivered, 0), coalesce(e.failed, 0), coalesce(e.test, 0))`;

const linkUse = sql`
  SELECT NULL::uuid, concat_ws(' ', day, link), ROW(e.sent, e.delivered, e.failed)::text,
    ROW(u.sent, u.delivered, u.failed)::text
  FROM link_expected e FULL JOIN link_use u USING (day, link)
  WHERE day > (SELECT day FROM dropped) AND
    (coalesce(e.sent, 0), coalesce(e.delivered, 0), coalesce(e.failed, 0)) IS DISTINCT FROM
    (coalesce(u.sent, 0), coalesce(u.delivered, 0), coalesce(u.failed, 0))`;

const status = (name: string) =>
  sql`coalesce(sum(n) FILTER (WHERE status = ${sql.lit(name)}), 0)::int AS ${sql.ref(name)}`;

/**
 * What the checks of messages share: their sums, read in one pass; the campaigns that have all of theirs (not
 * yet while they are being expanded, and no more when retention has removed some); and the last day that may
 * miss some.
 */
const shared: Check = (mine) => sql`
  sums AS MATERIALIZED (
    SELECT account, campaign, operator, status, u.uncharged, count(*) AS n, sum(parts) AS parts,
      sum(package_parts) AS package_parts, sum(amount) AS amount, ${handedColumns}
    FROM message m CROSS JOIN LATERAL (
      SELECT coalesce(m.error = ${sql.lit(RELEASED)}, false) AS uncharged) u
    WHERE ${mine('m.account')} GROUP BY account, campaign, operator, status, u.uncharged
  ), totals AS MATERIALIZED (
    SELECT campaign, sum(n)::int AS n,
      coalesce(sum(n) FILTER (WHERE status = 'queued'), 0)::int AS queued,
      ${sql.join(['submitted', 'delivered', 'undelivered', 'expired', 'rejected', 'cancelled', 'unknown'].map(status))},
      sum(amount) AS amount, sum(package_parts)::int AS package_parts, sum(parts)::int AS parts,
      coalesce(sum(amount) FILTER (WHERE status IN ('queued', 'unknown')), 0) AS open_amount,
      coalesce(sum(package_parts) FILTER (WHERE status IN ('queued', 'unknown')), 0)::int AS open_parts
    FROM sums GROUP BY campaign
  ), kept AS MATERIALIZED (
    SELECT * FROM campaign c WHERE ${mine('c.account')} AND NOT c.expanding AND c.messages_removed_at IS NULL
  ), dropped AS MATERIALIZED (
    SELECT coalesce(max(nepal_day(coalesce(finished_at, now()))), '-infinity') AS day FROM campaign c
    WHERE c.messages_removed_at IS NOT NULL AND ${mine('c.account')}
  )`;

/** The names of all checks. */
export const LEDGER_CHECKS: readonly string[] = [
  ...Object.keys(bookChecks),
  'invoice-numbers',
  ...Object.keys(messageChecks),
  'daily-messages',
  'link-use',
];

interface Options {
  /** Only this account's books. */
  account?: string | undefined;
  /** False leaves out what reads messages: the rest takes little time however many were sent. */
  messages?: boolean;
}

/**
 * Looks for everything that does not agree in the books of an account, or of all: balances and entries, what
 * campaigns hold, captured and gave back, packages, consumption, days, payments and invoices. One statement,
 * so one moment: it may run while money moves. Reads all that it compares; answers violations in the order
 * of the checks.
 */
export async function checkLedger(db: Db, { account, messages = true }: Options = {}): Promise<Violation[]> {
  const mine: Mine = (column) => (account ? sql`${sql.ref(column)} = ${account}` : sql`true`);
  const checks = [
    ...Object.entries(bookChecks).map(([name, check]) => [name, check(mine)] as const),
    ...(account ? [] : [['invoice-numbers', invoiceNumbers] as const]),
    ...(messages ? [...Object.entries(messageChecks), ['daily-messages', dailyMessages(mine)] as const] : []),
    ...(messages && !account ? [['link-use', linkUse] as const] : []),
  ];
  const found = checks.map(
    ([name, query], n) => sql`
      SELECT ${sql.lit(n)} AS n, ${sql.lit(name)} AS "check", * FROM (${query}) AS v(account, record, expected, found)`,
  );
  const { rows } = await sql<Violation>`
    ${messages ? sql`WITH ${shared(mine)}` : sql``}
    SELECT "check", account, record, expected, found FROM (${sql.join(found, sql` UNION ALL `)}) every
    ORDER BY n, account, record`.execute(db);
  return rows;
}
