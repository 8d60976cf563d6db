import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { startSimulator } from '../../tests/support/simulator.ts';
import { numbersCsv, startOurs } from './ours.ts';
import type { Row } from './table.ts';

/** The link's window, and milliseconds after which the operator answers. */
const WINDOWS = [1, 10, 100];
const LATENCIES = [0, 5, 20];
/** A rate is measured over some seconds, whatever it is. */
const SECONDS = 6;
const FASTEST = 4000;

interface Measured {
  rate: number;
  unknown: number;
}

/** The speed of one worker with this window, and how many messages a SIGKILL in the middle leaves unknown. */
async function measure(window: number, latency: number): Promise<Measured> {
  const simulator = await startSimulator({ undelivered: 0, 'receipt-after': 0, latency });
  // Unknown messages are counted before any receipt settles them.
  await simulator.settings({ receipts: false });
  const ours = await startOurs({ workers: 1, smpp: `${simulator.url}?window=${window}` });
  const expected = latency > 0 ? Math.min(FASTEST, (window / latency) * 1000) : FASTEST;
  const messages = Math.round(expected * SECONDS);
  const reference = await ours.upload(numbersCsv(messages), 'numbers.csv');
  await ours.call('POST', '/v1/sms/compose/', {
    ...{ name: 'Bench', sender: ours.sender, body: 'Hello there', max_cost: 100_000_000_000 },
    recipients: { file: { reference, phone: 'phone' } },
  });
  while ((await simulator.stats()).messages < messages / 2) await sleep(5);
  const { messages: taken, firstAt, lastAt } = await simulator.stats();
  await ours.replaceWorker(1);
  const count = async (status: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*) AS n FROM message WHERE status = ${status}`.execute(ours.db);
    return rows[0]?.n ?? 0;
  };
  while ((await count('queued')) > 0) await sleep(50);
  const unknown = await count('unknown');
  await ours.close();
  await simulator.kill();
  return { rate: taken / (((lastAt ?? 0) - (firstAt ?? 0)) / 1000), unknown };
}

/** What a smaller window costs, and what it saves when a worker is killed (docs/adr/0015). Not part of a full run. */
export async function windows(rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const latency of LATENCIES) {
    for (const window of WINDOWS) {
      const measured: Measured[] = [];
      for (let round = 0; round < rounds; round++) measured.push(await measure(window, latency));
      const of = `window ${window}, answers after ${latency} ms`;
      rows.push(
        {
          ...{ what: `messages of one worker: ${of}`, unit: 'messages/s', better: 'more', rivals: {} },
          ...{ ours: measured.map(({ rate }) => rate), budget: 'none' },
        },
        {
          ...{ what: `unknown at a kill: ${of}`, unit: 'messages', better: 'less', rivals: {} },
          ...{ ours: measured.map(({ unknown }) => unknown), budget: 'none' },
        },
      );
      console.error(of, JSON.stringify(measured));
    }
  }
  return rows;
}
