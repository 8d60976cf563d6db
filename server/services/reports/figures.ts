import { type Kysely, sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Db } from '../../db/database.ts';
import { registry } from '../platform/meters.ts';
import { singleFlight } from '../platform/singleFlight.ts';
import { standbyState, stoppedSince } from '../sending/failover/standby.ts';
import { waitingCampaigns } from '../sending/routing.ts';
import { liveWorkers } from '../sending/workers.ts';

/** Counting limit per campaign and operator, and for what has no counter: more would need a scan. */
const FIGURE_MAX = 1000;
/** How long results are cached, and how long reading may take, in milliseconds. */
const FRESH = 5000;
const PATIENCE = 3000;

const plain: Gauge[] = [];
function gauge<L extends string>(name: string, help: string, ...labelNames: L[]): Gauge<L> {
  const made = new Gauge({ name: `bulk_sms_${name}`, help, labelNames, registers: [registry] });
  if (labelNames.length === 0) plain.push(made as Gauge);
  return made;
}

const up = gauge('database_up', 'Whether the figures below could be read from the database in time.');
const seconds = gauge('database_figures_seconds', 'How long reading the figures below took.');
const least = `counted up to ${FIGURE_MAX}`;
const figures = {
  queued: gauge('queued_messages', 'Messages of sending campaigns that have not left.'),
  operatorQueued: gauge(
    'queued_operator_messages',
    `Of those, by operator: ${least} for each campaign.`,
    'operator',
  ),
  oldest: gauge(
    'oldest_queued_seconds',
    'How long the longest waiting message of an operator waits.',
    'operator',
  ),
  inHand: gauge('messages_in_hand', 'Messages that workers have in hand.'),
  unknown: gauge('unknown_messages', `Messages whose result is unknown, ${least}.`),
  unmatched: gauge('unmatched_receipts', `Receipts whose message is not known, ${least}.`),
  campaigns: gauge('campaigns', 'Campaigns that have not ended.', 'status'),
  expanding: gauge('oldest_expansion_seconds', 'How long the oldest campaign waits to become messages.'),
  imports: gauge('imports', 'Imports that have not ended.', 'status'),
  mails: gauge('mails_waiting', 'Mails in the outbox that have not left.'),
  oldestMail: gauge('oldest_mail_seconds', 'How long the longest waiting of them waits.'),
  deliveries: gauge(
    'webhook_deliveries_waiting',
    `Requests to webhooks that are still to be made, ${least}.`,
  ),
  overdue: gauge('webhook_deliveries_overdue', `Of those, due for more than a minute, ${least}.`),
  payments: gauge('payments_pending', `Payments that wait for a decision, ${least}.`),
  oldestPayment: gauge('oldest_payment_seconds', 'How long the longest waiting of them waits.'),
  jobs: gauge('jobs_waiting', 'Jobs of the queue that are due and not taken up.', 'queue'),
  workers: gauge('workers', 'Workers that are alive.'),
  stopped: gauge(
    'sending_stopped',
    'Whether nothing is sent because the database was replaced or restarted.',
  ),
  heldUp: gauge('standby_waiting', 'Whether commits wait for a standby that does not confirm them.'),
  asynchronous: gauge('standby_asynchronous', 'Whether a standby is attached that commits do not wait for.'),
  linkUp: gauge('link_up', 'Whether any worker has the link bound.', 'link'),
  linkActive: gauge('link_active', 'Whether the link is to send: 0 while it is paused.', 'link'),
  linkRate: gauge('link_parts_per_minute', 'Parts that the operator took in the last minute.', 'link'),
  violations: gauge('ledger_violations', 'What the last check of the ledger found wrong.', 'scope'),
  checked: gauge('ledger_checked_timestamp_seconds', 'When the ledger was last checked.', 'scope'),
};

interface Row {
  queued: number;
  in_hand: number;
  unknown: number;
  unmatched: number;
  expanding: number;
  mails: number;
  oldest_mail: number;
  deliveries: number;
  overdue: number;
  payments: number;
  oldest_payment: number;
  workers: number;
  ledger: readonly { scope: string; violations: number; checked: number }[];
  campaigns: Record<string, number>;
  imports: Record<string, number>;
}

/** Each part reads a counter, or an index that contains only what it counts. */
async function readRow(db: Db): Promise<Row> {
  const atMost = (from: ReturnType<typeof sql>) =>
    sql`(SELECT count(*) FROM (SELECT FROM ${from} LIMIT ${FIGURE_MAX}) counted)`;
  const age = (time: ReturnType<typeof sql>) => sql`coalesce(extract(epoch FROM now() - ${time}), 0)::float8`;
  const { rows } = await sql<Row>`
    SELECT
      (SELECT coalesce(sum(queued), 0)::bigint FROM campaign WHERE status = 'sending') AS queued,
      (SELECT coalesce(sum(messages), 0)::int FROM hand) AS in_hand,
      ${atMost(sql`message_unknown`)} AS unknown,
      ${atMost(sql`receipt`)} AS unmatched,
      (SELECT ${age(sql`min(created_at)`)} FROM campaign WHERE expanding AND status <> 'draft') AS expanding,
      m.n AS mails, ${age(sql`m.oldest`)} AS oldest_mail,
      ${atMost(sql`webhook_delivery WHERE status = 'pending'`)} AS deliveries,
      ${atMost(sql`webhook_delivery d JOIN webhook w ON w.uuid = d.webhook
        WHERE w.is_active AND d.status = 'pending' AND d.next_attempt_at < now() - interval '1 minute'`)} AS overdue,
      ${atMost(sql`payment_reference WHERE status = 'pending'`)} AS payments,
      (SELECT ${age(sql`min(created_at)`)} FROM payment_reference WHERE status = 'pending') AS oldest_payment,
      (SELECT count(*) FROM (${liveWorkers}) live) AS workers,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('scope', scope, 'violations', violation_count,
        'checked', extract(epoch FROM checked_at))), '[]') FROM ledger_check) AS ledger,
      (SELECT coalesce(jsonb_object_agg(status, n), '{}') FROM (
        SELECT status, count(*) AS n FROM campaign WHERE status IN ('preparing', 'scheduled', 'sending')
        GROUP BY status
        UNION ALL SELECT 'draft', count(*) FROM campaign WHERE status = 'draft'
        UNION ALL SELECT 'paused', count(*) FROM campaign WHERE status = 'paused') s) AS campaigns,
      (SELECT coalesce(jsonb_object_agg(status, n), '{}') FROM (
        SELECT status, count(*) AS n FROM contact_import WHERE status IN ('queued', 'running')
        GROUP BY status) s) AS imports
    FROM (SELECT count(*) AS n, min(created_at) AS oldest FROM mail
          WHERE sent_at IS NULL AND failed_at IS NULL) m`.execute(db);
  return rows[0] as Row;
}

const readQueue = async (db: Db) =>
  (
    await sql<{ operator: string; n: number; age: number }>`
    SELECT operator, sum(n)::int AS n, extract(epoch FROM now() - min(oldest_at))::float8 AS age
    FROM (${waitingCampaigns(FIGURE_MAX)}) waiting GROUP BY operator`.execute(db)
  ).rows;

const readLinks = async (db: Db) =>
  (
    await sql<{ name: string; is_active: boolean; state: string; per_minute: number }>`
    SELECT l.name, l.is_active, n.state, n.per_minute
    FROM operator_link l JOIN operator_link_now n ON n.link = l.uuid`.execute(db)
  ).rows;

/** Due jobs that nobody has taken; the queue's tables exist once it was started. */
async function readJobs(db: Db): Promise<{ queue: string; n: number }[]> {
  const { rows } = await sql<{ is_there: boolean }>`
    SELECT to_regclass('pgboss.job') IS NOT NULL AS is_there`.execute(db);
  if (!rows[0]?.is_there) return [];
  const waiting = await sql<{ queue: string; n: number }>`
    SELECT name AS queue, count(*) AS n FROM pgboss.job
    WHERE state < 'active' AND start_after <= now() GROUP BY name`.execute(db);
  return waiting.rows;
}

const read = (db: Kysely<unknown>) =>
  db.transaction().execute(async (trx) => {
    // Compiling these statements takes longer than running them.
    await sql`
      SELECT set_config('statement_timeout', ${String(PATIENCE)}, true), set_config('jit', 'off', true)`.execute(
      trx,
    );
    return {
      row: await readRow(trx),
      queue: await readQueue(trx),
      links: await readLinks(trx),
      jobs: await readJobs(trx),
      standby: await standbyState(trx),
      stoppedAt: await stoppedSince(trx),
    };
  });

/** Removes all metrics: none is better than an outdated one, or 0. */
function clear(): void {
  for (const one of Object.values(figures)) one.reset();
  // A reset leaves those without labels at 0.
  for (const one of plain) one.remove();
}

function show({ row, queue, links, jobs, standby, stoppedAt }: Awaited<ReturnType<typeof read>>): void {
  clear();
  figures.queued.set(row.queued);
  figures.inHand.set(row.in_hand);
  figures.unknown.set(row.unknown);
  figures.unmatched.set(row.unmatched);
  figures.expanding.set(row.expanding);
  figures.mails.set(row.mails);
  figures.oldestMail.set(row.oldest_mail);
  figures.deliveries.set(row.deliveries);
  figures.overdue.set(row.overdue);
  figures.payments.set(row.payments);
  figures.oldestPayment.set(row.oldest_payment);
  figures.workers.set(row.workers);
  figures.stopped.set(Number(stoppedAt !== null));
  figures.heldUp.set(Number(standby === 'waiting'));
  figures.asynchronous.set(Number(standby === 'asynchronous'));
  for (const status of ['draft', 'preparing', 'scheduled', 'sending', 'paused'])
    figures.campaigns.set({ status }, row.campaigns[status] ?? 0);
  for (const status of ['queued', 'running']) figures.imports.set({ status }, row.imports[status] ?? 0);
  for (const { operator, n, age } of queue) {
    figures.operatorQueued.set({ operator }, n);
    figures.oldest.set({ operator }, age);
  }
  for (const { name: link, is_active, state, per_minute } of links) {
    figures.linkUp.set({ link }, Number(state === 'bound'));
    figures.linkActive.set({ link }, Number(is_active));
    figures.linkRate.set({ link }, per_minute);
  }
  for (const { queue, n } of jobs) figures.jobs.set({ queue }, n);
  for (const { scope, violations, checked } of row.ledger) {
    figures.violations.set({ scope }, violations);
    figures.checked.set({ scope }, checked);
  }
}

/**
 * Reads the metrics from the database into the registry. Results are reused for 5 seconds, and concurrent requests share
 * one read, so that scraping costs the database next to nothing. If it does not answer within 3 seconds, these metrics are
 * missing and `bulk_sms_database_up` is 0. Never rejects.
 */
export function createFigures(db: Kysely<unknown>, onError: (error: unknown) => void): () => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const ask = singleFlight(() => read(db), PATIENCE);
  const refresh = async (): Promise<void> => {
    const start = performance.now();
    try {
      show(await ask());
      up.set(1);
    } catch (error) {
      onError(error);
      clear();
      up.set(0);
    }
    readAt = performance.now();
    seconds.set((readAt - start) / 1000);
  };
  return async () => {
    if (performance.now() - readAt < FRESH) return;
    reading ??= refresh().finally(() => {
      reading = undefined;
    });
    await reading;
  };
}
