import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { packMonth } from '../../server/services/sending/packedMonths.ts';
import { startSimulator } from '../../tests/support/simulator.ts';
import { numberAt, type Ours, sendFile, startOurs } from './ours.ts';
import type { Row } from './table.ts';

const WORKERS = 2;
const CAMPAIGNS = 5;
const BYTES = 600;
/** Milliseconds. Autovacuum of the embedded server looks every 15 seconds; by now it has been everywhere. */
const VACUUM_LIMIT = 180_000;
const READS = 5000;

/** Sums of relations by a name without its month. */
interface Part {
  part: string;
  bytes: number;
}

/** The whole database by table and index: messages of all months together, and everything else that has grown. */
async function partsOf({ db }: Ours): Promise<Map<string, number>> {
  const { rows } = await sql<Part>`
    SELECT part, sum(bytes)::float8 AS bytes FROM (
      SELECT regexp_replace(relname, '_\\d{4}_\\d{2}|_before|_after', '') AS part, pg_relation_size(oid, fork) AS bytes
      FROM pg_class, unnest(ARRAY['main', 'fsm', 'vm', 'init']) AS fork
      WHERE relkind IN ('r', 'i', 't') AND relnamespace IN ('public'::regnamespace, 'pg_toast'::regnamespace)) r
    GROUP BY part`.execute(db);
  return new Map(rows.map(({ part, bytes }) => [part, bytes]));
}

const isOfMessages = (part: string): boolean => /^message(_part)?(_(pkey|\w+_idx))?$/.test(part);

/** Waits until each campaign is settled: `delivered`, or still `submitted`. */
async function settled({ db }: Ours, count: number, status: 'submitted' | 'delivered'): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      SELECT coalesce(sum(${status === 'delivered' ? sql`delivered` : sql`recipients - queued`}), 0)::int AS n
      FROM campaign`.execute(db);
    if ((rows[0]?.n ?? 0) >= count) return;
    await sleep(200);
  }
}

/** Waits until autovacuum has visited the month's messages after the last change, by itself. */
async function vacuumed({ db }: Ours): Promise<boolean> {
  const end = performance.now() + VACUUM_LIMIT;
  while (performance.now() < end) {
    const { rows } = await sql<{ due: number }>`
      SELECT count(*)::int AS due FROM pg_stat_user_tables
      WHERE relname ~ '^message_\\d{4}' AND n_live_tup > 0 AND (last_autovacuum IS NULL
        OR n_dead_tup > 50 + 0.05 * n_live_tup)`.execute(db);
    if (rows[0]?.due === 0) return true;
    await sleep(1000);
  }
  return false;
}

/** Reads the first page of messages and those to one number in turn until `end`: milliseconds of the fastest, the median and the slowest. */
async function readsWhile(ours: Ours, end: Promise<unknown>): Promise<string> {
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  const paths = [
    '/v1/sms/dispatch/',
    `/v1/sms/dispatch/?phone=${encodeURIComponent(`+977${numberAt('984', 7)}`)}`,
  ];
  for (let n = 0; !isOver; n++) {
    const began = performance.now();
    await ours.call('GET', paths[n % 2] as string);
    times.push(performance.now() - began);
  }
  await over;
  times.sort((a, b) => a - b);
  return [times[0], times[times.length >> 1], times.at(-1)].map((ms) => ms?.toFixed(1)).join(' / ');
}

/** A table of the parts at each moment, in bytes a message. */
function printed(moments: readonly { name: string; messages: number; parts: Map<string, number> }[]): string {
  const last = moments.at(-1)?.parts ?? new Map<string, number>();
  const of = (part: string) =>
    moments.map(({ parts, messages }) => ((parts.get(part) ?? 0) / messages).toFixed(1));
  const shown = [...last.keys()].filter((part) => of(part).some((figure) => Number(figure) >= 1));
  const head = ['part', ...moments.map(({ name }) => name)];
  const rows = shown
    .toSorted((a, b) => Number(isOfMessages(b)) - Number(isOfMessages(a)) || a.localeCompare(b))
    .map((part) => [part, ...of(part)]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/**
 * What a message takes in the database, indexes included: after one campaign, in a month of five with autovacuum as it runs by
 * itself, and once that month is finished and packed (docs/adr/0022). A server that runs for months has mostly packed ones.
 */
export async function bytes(rounds: number, { messages }: { messages: number }): Promise<Row[]> {
  const row = (what: string, limit?: number): Row => ({
    ...{
      what,
      unit: 'bytes',
      better: 'less',
      ours: [],
      rivals: {},
      budget: limit ? `${limit} bytes` : 'none',
    },
    ...(limit !== undefined && { limit }),
  });
  const first = row('a message, indexes included: one campaign, all receipts');
  const steady = row(`the same: a month of ${CAMPAIGNS} campaigns, autovacuum as it runs`);
  const packed = row('the same: a finished month, packed', BYTES);
  for (let round = 0; round < rounds; round++) {
    const simulator = await startSimulator({ undelivered: 0, 'receipt-after': 0 });
    const ours = await startOurs({ workers: WORKERS, smpp: `${simulator.url}?window=100` });
    const start = await partsOf(ours);
    const moments: Parameters<typeof printed>[0][number][] = [];
    const measure = async (name: string, sent: number): Promise<number> => {
      const parts = await partsOf(ours);
      for (const [part, size] of parts) parts.set(part, size - (start.get(part) ?? 0));
      moments.push({ name, messages: sent, parts });
      const own = [...parts].filter(([part]) => isOfMessages(part));
      return own.reduce((sum, [, size]) => sum + size, 0) / sent;
    };
    for (let campaign = 1; campaign <= CAMPAIGNS; campaign++) {
      await sendFile(ours, messages);
      if (campaign === 1) {
        await settled(ours, messages, 'submitted');
        await measure('sent', messages);
      }
      await settled(ours, messages * campaign, 'delivered');
      if (campaign === 1) first.ours.push(await measure('receipts', messages));
      if (!(await vacuumed(ours))) console.error('autovacuum did not come');
      if (campaign === 1) await measure('vacuumed', messages);
    }
    steady.ours.push(await measure(`${CAMPAIGNS} campaigns`, messages * CAMPAIGNS));
    const { rows } = await sql<{ name: string; updates: number; hot: number }>`
      SELECT relname AS name, n_tup_upd::float8 AS updates, n_tup_hot_upd::float8 AS hot FROM pg_stat_user_tables
      WHERE relname ~ '^message_\\d{4}' AND n_live_tup > 0`.execute(ours.db);
    const before = await readsWhile(ours, sleep(READS));
    const began = performance.now();
    const packing = (async () => {
      for (const { name } of rows) await packMonth(ours.db, name, 0);
    })();
    const meanwhile = await readsWhile(ours, packing);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const after = await readsWhile(ours, sleep(READS));
    packed.ours.push(await measure('packed', messages * CAMPAIGNS));
    console.error(`${printed(moments)}\n`);
    for (const { name, updates, hot } of rows)
      console.error(
        `${name}: ${((hot / updates) * 100).toFixed(1)} % of ${updates} changes are HOT; packed in ${seconds} s`,
      );
    console.error(
      `ms of a page of messages, or of a number's, fastest / median / slowest: before ${before}, meanwhile ${meanwhile}, after ${after}`,
    );
    await ours.close();
    await simulator.kill();
  }
  return [first, steady, packed];
}
