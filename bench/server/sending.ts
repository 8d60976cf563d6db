import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningSimulator, startSimulator } from '../../tests/support/simulator.ts';
import { noKannel, startKannel } from './kannel.ts';
import { numbersCsv, type Ours, startOurs } from './ours.ts';
import type { Row } from './table.ts';

const MESSAGES = 60_000;
const WORKERS = 2;

/** Waits until the operator has accepted this many. */
async function arrived(simulator: RunningSimulator, count: number): Promise<void> {
  while ((await simulator.stats()).messages < count) await sleep(50);
}

/** Waits until the operator has sent all its receipts. */
async function allReceiptsSent(simulator: RunningSimulator): Promise<void> {
  while ((await simulator.stats()).receipts.pending > 0) await sleep(50);
}

/** Messages per second at the operator, from the first to the last accepted, by its own clock. */
async function rateAt(simulator: RunningSimulator): Promise<number> {
  const { messages, firstAt, lastAt } = await simulator.stats();
  return messages / (((lastAt ?? 0) - (firstAt ?? 0)) / 1000);
}

async function send(ours: Ours, count: number): Promise<void> {
  const reference = await ours.upload(numbersCsv(count), 'numbers.csv');
  const body = { name: 'Bench', sender: ours.sender, body: 'Hello there' };
  await ours.call('POST', '/v1/sms/compose/', {
    ...body,
    recipients: { file: { reference, phone: 'phone' } },
    max_cost: 100_000_000_000,
  });
}

/** What arrives at an operator per second from this server with two workers, and from Kannel. */
export async function sending(rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const receipts of [true, false]) {
    const row: Row = {
      what: `messages submitted to an SMPP peer ${receipts ? 'with' : 'without'} receipts, counted there`,
      unit: 'messages/s',
      better: 'more',
      ours: [],
      rivals: {},
      budget: receipts ? '3 × Kannel' : '1.5 × Kannel',
      factor: receipts ? 3 : 1.5,
    };
    const simulator = await startSimulator({ undelivered: 0, 'receipt-after': 0 });
    await simulator.settings({ receipts });
    const ours = await startOurs({ workers: WORKERS, smpp: `${simulator.url}?window=100` });
    for (let round = 0; round < rounds; round++) {
      await simulator.reset();
      await send(ours, MESSAGES);
      await arrived(simulator, MESSAGES);
      row.ours.push(await rateAt(simulator));
      if (receipts) await allReceiptsSent(simulator);
    }
    await ours.close();
    const why = noKannel();
    if (why) row.note = why;
    else {
      const kannel = await startKannel(simulator);
      const rates: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await simulator.reset();
        await kannel.send(MESSAGES, receipts);
        await arrived(simulator, MESSAGES);
        rates.push(await rateAt(simulator));
        if (receipts) await allReceiptsSent(simulator);
      }
      row.rivals[`Kannel ${kannel.version}`] = rates;
      await kannel.close();
    }
    await simulator.kill();
    console.error(JSON.stringify(row));
    rows.push(row);
  }
  return rows;
}
