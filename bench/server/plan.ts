import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../tests/support/simulator.ts';
import { numbersCsv, startOurs } from './ours.ts';
import type { Row } from './table.ts';

const RECIPIENTS = 1_000_000;

/** A million recipients from an uploaded file: planned, then sent until the first message is at the operator. */
export async function planning(rounds: number): Promise<Row[]> {
  const row = (what: string, unit: string, limit: number): Row => ({
    ...{ what, unit, better: 'less', ours: [], rivals: {}, budget: `${limit} ${unit}`, limit },
  });
  const planned = row('a million recipients planned from an uploaded CSV', 's', 15);
  const first = row('first of them at the operator after sending', 's', 5);
  const csv = numbersCsv(RECIPIENTS);
  for (let round = 0; round < rounds; round++) {
    const simulator = await startSimulator({ undelivered: 0 });
    const ours = await startOurs({ workers: 1, smpp: `${simulator.url}?window=100&rate=100` });
    const reference = await ours.upload(csv, 'numbers.csv');
    const body = {
      ...{ name: 'Bench', sender: ours.sender, body: 'Hello there' },
      recipients: { file: { reference, phone: 'phone' } },
    };
    const began = performance.now();
    const { data: plan } = await ours.call<{ data: { uuid: string; cost: number; recipients: number } }>(
      'POST',
      '/v1/sms/compose/plan/',
      body,
    );
    planned.ours.push((performance.now() - began) / 1000);
    if (plan.recipients !== RECIPIENTS) throw new Error(`planned ${plan.recipients} recipients`);
    const sent = performance.now();
    await ours.call('POST', '/v1/sms/compose/', { ...body, plan: plan.uuid, cost: plan.cost });
    while ((await simulator.stats()).messages === 0) await sleep(10);
    first.ours.push((performance.now() - sent) / 1000);
    console.error(`most memory, in MB: ${JSON.stringify(ours.memory())}`);
    await ours.close();
    await simulator.kill();
  }
  return [planned, first];
}
