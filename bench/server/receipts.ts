import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { startBurstOperator } from './burstOperator.ts';
import { sendFile, startOurs } from './ours.ts';
import type { Row } from './table.ts';
import { minus, sumOf, type Usage, usageOf } from './usage.ts';

const MESSAGES = 100_000;
const PER_SECOND = 40_000;
const WORKERS = 2;
const SECONDS = 8;
const MEGABYTES = 100;

/** Megabytes of a process by /proc: resident now, or at most since `forgetPeak`. */
const residentOf = (pid: number, name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/**
 * An operator that has kept the receipts of 100,000 messages sends them all at once, whether or not they are answered: the
 * time until each is recorded, those refused, and how much more memory the workers need meanwhile.
 */
export async function receipts(rounds: number): Promise<Row[]> {
  const row = (what: string, unit: string, limit: number): Row => ({
    ...{
      what,
      unit,
      better: 'less',
      ours: [],
      rivals: {},
      budget: limit === 0 ? 'none' : `${limit} ${unit}`,
      limit,
    },
  });
  const time = row('100,000 receipts in one burst of 40,000/s recorded, two workers', 's', SECONDS);
  const refused = row('of them refused, so that the operator has to send them again', 'receipts', 0);
  const memory = row('most memory of a worker meanwhile, more than before', 'MB', MEGABYTES);
  for (let round = 0; round < rounds; round++) {
    const operator = await startBurstOperator();
    const ours = await startOurs({ workers: WORKERS, smpp: `${operator.url}?window=100` });
    await sendFile(ours, MESSAGES);
    const count = async (status: string): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        SELECT count(*) AS n FROM message WHERE status = ${status}`.execute(ours.db);
      return rows[0]?.n ?? 0;
    };
    while ((await count('submitted')) < MESSAGES) await sleep(200);
    const workers = ours.pids().workers;
    for (const pid of workers) forgetPeak(pid);
    const before = workers.map((pid) => residentOf(pid, 'VmRSS'));
    const used = () => [usageOf(ours.pids().database), sumOf(workers.map(usageOf))] as const;
    const usedBefore = used();
    const began = performance.now();
    const { taken, ms, refusals } = await operator.burst(PER_SECOND);
    const seconds = (performance.now() - began) / 1000;
    const [database, both] = used().map((now, i) => minus(now, usedBefore[i] as Usage).cpu.toFixed(2));
    const more = workers.map((pid, i) => residentOf(pid, 'VmHWM') - (before[i] ?? 0));
    const delivered = await count('delivered');
    if (taken !== MESSAGES || delivered !== MESSAGES)
      throw new Error(`${taken} taken, ${delivered} delivered`);
    time.ours.push(seconds);
    refused.ours.push(refusals);
    memory.ours.push(Math.max(...more));
    console.error(
      `sent in ${(ms / 1000).toFixed(2)} s, recorded in ${seconds.toFixed(2)} s, processor of the database ${database} s, of the workers ${both} s, refused ${refusals}, MB before ${before.map(Math.round)}, more ${more.map(Math.round)}`,
    );
    await ours.close();
    await operator.close();
  }
  return [time, refused, memory];
}
