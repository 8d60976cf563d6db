import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type RunningSimulator, startSimulator } from '../../tests/support/simulator.ts';
import { type Capacity, type CapacityRun, type Cost, capacityTables } from './capacityTables.ts';
import { numberAt, type Ours, sendFile, startOurs } from './ours.ts';
import type { Row } from './table.ts';
import { minus, sumOf, type Usage, usageOf } from './usage.ts';

const WORKERS = [1, 2, 4];
/** The share of the messages that are sent one by one, and requests at a time. */
const SINGLES = 0.01;
const AT_ONCE = 8;

/** Everything that is counted, at a moment. */
interface Snapshot {
  at: number;
  database: Usage;
  workers: Usage;
  api: Usage;
  /** Bytes of PostgreSQL's log. */
  wal: number;
  /** Bytes of messages and their parts, indexes included, and of the whole database. */
  messages: number;
  size: number;
}

/** After this time without work, a session of PostgreSQL has told its counts. */
const TOLD_AFTER = 10_500;

/** After a checkpoint, so that what was changed is on the disk. */
async function snapshot({ db, pids }: Ours): Promise<Snapshot> {
  const at = performance.now();
  await sleep(TOLD_AFTER);
  await sql`CHECKPOINT`.execute(db);
  // Not by /proc: a kernel with large folios counts a whole one for each of its pages.
  const { rows } = await sql<Pick<Snapshot, 'wal' | 'messages' | 'size'> & { written: number }>`
    SELECT (SELECT wal_bytes FROM pg_stat_wal)::float8 AS wal,
      (SELECT sum(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0)) FROM pg_stat_io)::float8 AS written, pg_database_size(current_database())::float8 AS size, (
      SELECT coalesce(sum(pg_total_relation_size(inhrelid)), 0)::float8 FROM pg_inherits
      WHERE inhparent IN ('message'::regclass, 'message_part'::regclass)) AS messages`.execute(db);
  const { database, api, workers } = pids();
  const { written, ...sizes } = rows[0] as (typeof rows)[0];
  return {
    at,
    database: { ...usageOf(database), written },
    api: usageOf(api),
    workers: sumOf(workers.map(usageOf)),
    ...sizes,
  };
}

/** Waits until all of these messages have their last state: all are sent, and with receipts delivered. */
async function settled({ db }: Ours, count: number, receipts: boolean): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      SELECT coalesce(sum(recipients - queued - ${receipts ? sql`submitted` : sql`0`}), 0)::int AS n FROM campaign
      WHERE status = 'completed'`.execute(db);
    if ((rows[0]?.n ?? 0) >= count) return;
    await sleep(200);
  }
}

/** One request for each message, as a program sends codes. */
async function sendSingles(ours: Ours, messages: number): Promise<void> {
  let next = 0;
  const program = async () => {
    while (next < messages) {
      const number = numberAt('985', next++);
      await ours.call('POST', '/v1/sms/compose/', {
        ...{ name: 'Code', sender: ours.sender, body: 'Your code is 123456', max_cost: 1_000_000 },
        recipients: { numbers: [number] },
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, program));
}

/** Numbers of the difference of two moments, of a million messages. */
function costOf(before: Snapshot, after: Snapshot, messages: number): Cost {
  const each = 1_000_000 / messages;
  const of = (part: 'database' | 'workers' | 'api') => {
    const { cpu, written } = minus(after[part], before[part]);
    return { cpu: cpu * each, written: written * each };
  };
  return {
    ...{ database: of('database'), workers: of('workers'), api: of('api') },
    wal: (after.wal - before.wal) * each,
    messageBytes: (after.messages - before.messages) / messages,
    databaseBytes: (after.size - before.size) / messages,
  };
}

async function measure(
  simulator: RunningSimulator,
  { workers, receipts, way }: Pick<CapacityRun, 'workers' | 'receipts' | 'way'>,
  messages: number,
): Promise<CapacityRun> {
  await simulator.reset();
  await simulator.settings({ receipts });
  const ours = await startOurs({ workers, smpp: `${simulator.url}?window=100` });
  try {
    const before = await snapshot(ours);
    await (way === 'file' ? sendFile : sendSingles)(ours, messages);
    await settled(ours, messages, receipts);
    const { messages: taken, firstAt, lastAt } = await simulator.stats();
    const after = await snapshot(ours);
    return {
      ...{ workers, receipts, way, messages },
      seconds: (after.at - before.at) / 1000,
      perSecond: taken / (((lastAt ?? 0) - (firstAt ?? 0)) / 1000),
      perMillion: costOf(before, after, messages),
      memory: ours.memory(),
    };
  } finally {
    await ours.close();
  }
}

/** What messages cost: processor time and written bytes of each part. Not part of a full run. Writes a file of figures. */
export async function capacity(
  _rounds: number,
  { messages, out }: { messages: number; out: string },
): Promise<Row[]> {
  const runs: CapacityRun[] = [];
  const simulator = await startSimulator({ undelivered: 0, 'receipt-after': 0 });
  const wanted = [true, false].flatMap((receipts) =>
    WORKERS.map((workers) => ({ workers, receipts, way: 'file' as const })),
  );
  for (const one of [...wanted, { workers: 1, receipts: true, way: 'single' as const }]) {
    const run = await measure(simulator, one, one.way === 'file' ? messages : Math.ceil(messages * SINGLES));
    console.error(JSON.stringify(run));
    runs.push(run);
  }
  await simulator.kill();
  const git = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = {
    cores: cpus().length,
    model: cpus()[0]?.model ?? '',
    load: loadavg(),
    node: process.version,
  };
  const found: Capacity = { at: new Date().toISOString(), commit: git, machine, runs };
  writeFileSync(out, `${JSON.stringify(found, null, 2)}\n`);
  console.log(capacityTables(found).join('\n\n'));
  return [];
}
