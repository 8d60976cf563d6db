import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type RunningSimulator, startSimulator } from '../../tests/support/simulator.ts';
import { numberAt, numbersCsv, type Ours, startOurs } from './ours.ts';
import type { Row } from './table.ts';

const MESSAGES = 40_000;
const WORKERS = 2;
const KILLS = 5;
const LEASE_WORKER = join(import.meta.dirname, 'leaseWorker.ts');

/** Kills one worker after the other, evenly over the messages, and restarts each. */
async function killing(
  simulator: RunningSimulator,
  replace: (worker: number) => Promise<void>,
): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    while ((await simulator.stats()).messages < (MESSAGES * (kill + 1)) / (KILLS + 1)) await sleep(5);
    await replace(kill % WORKERS);
  }
}

/** Duplicate messages at the operator, in percent of those to send. */
async function twice(simulator: RunningSimulator): Promise<number> {
  const { duplicates, messages } = await simulator.stats();
  console.error(`${messages - duplicates} of ${MESSAGES} at the operator, ${duplicates} of them twice`);
  return (duplicates / MESSAGES) * 100;
}

async function oursAfterKills(simulator: RunningSimulator, ours: Ours): Promise<number> {
  const reference = await ours.upload(numbersCsv(MESSAGES), 'numbers.csv');
  await ours.call('POST', '/v1/sms/compose/', {
    ...{ name: 'Bench', sender: ours.sender, body: 'Hello there', max_cost: 100_000_000_000 },
    recipients: { file: { reference, phone: 'phone' } },
  });
  await killing(simulator, (worker) => ours.replaceWorker(1 + worker));
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*) AS n FROM message WHERE status = 'queued'`.execute(ours.db);
    if (rows[0]?.n === 0) break;
    await sleep(200);
  }
  const { rows } = await sql<{ status: string; n: number }>`
    SELECT status, count(*) AS n FROM message GROUP BY status`.execute(ours.db);
  console.error(JSON.stringify(Object.fromEntries(rows.map(({ status, n }) => [status, n]))));
  return twice(simulator);
}

async function leaseQueueAfterKills(simulator: RunningSimulator, ours: Ours): Promise<number> {
  const phones = Array.from({ length: MESSAGES }, (_, i) => `+977${numberAt('986', i)}`);
  await sql`CREATE TABLE lease_queue (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    phone text NOT NULL, is_sent boolean NOT NULL DEFAULT false, leased_until timestamptz)`.execute(ours.db);
  await sql`INSERT INTO lease_queue (phone) SELECT unnest(${phones}::text[])`.execute(ours.db);
  await sql`CREATE INDEX ON lease_queue (id) WHERE NOT is_sent`.execute(ours.db);
  await sql`VACUUM ANALYZE lease_queue`.execute(ours.db);
  const start = (): ChildProcess =>
    spawn(process.execPath, [LEASE_WORKER, ours.postgres, `${simulator.url}?window=100`], {
      stdio: 'inherit',
    });
  const workers = Array.from({ length: WORKERS }, start);
  const cleanUp = () => {
    for (const worker of workers) worker.kill('SIGKILL');
  };
  process.once('exit', cleanUp);
  await killing(simulator, async (n) => {
    const worker = workers[n] as ChildProcess;
    const ended = once(worker, 'exit');
    worker.kill('SIGKILL');
    await ended;
    workers[n] = start();
  });
  await Promise.all(workers.map((worker) => worker.exitCode ?? once(worker, 'exit')));
  process.off('exit', cleanUp);
  await sql`DROP TABLE lease_queue`.execute(ours.db);
  return twice(simulator);
}

/** What an operator gets twice when workers are killed while sending. */
export async function kills(rounds: number): Promise<Row[]> {
  const row: Row = {
    what: `messages that the operator gets twice, of ${MESSAGES.toLocaleString('en')} with ${KILLS} SIGKILLs of a worker`,
    ...{ unit: '%', better: 'less', ours: [], rivals: {}, budget: 'none', limit: 0 },
  };
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const simulator = await startSimulator({ undelivered: 0, 'receipt-after': 0 });
    const ours = await startOurs({ workers: WORKERS, smpp: `${simulator.url}?window=100` });
    row.ours.push(await oursAfterKills(simulator, ours));
    await simulator.reset();
    rates.push(await leaseQueueAfterKills(simulator, ours));
    await ours.close();
    await simulator.kill();
  }
  row.rivals['a plain lease queue'] = rates;
  return [row];
}
