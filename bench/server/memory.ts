import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../tests/support/simulator.ts';
import { sendFile, startOurs } from './ours.ts';
import type { Row } from './table.ts';

const SIZES = [10_000, 100_000, 1_000_000] as const;
/** Number sent of each campaign, or all if it has fewer: sending costs do not depend on the queue. */
const SENT = 100_000;

/** Peak megabytes of an API process and a worker, from their start, for a campaign of this size. */
async function peaksOf(recipients: number): Promise<{ api: number; worker: number }> {
  const simulator = await startSimulator({ undelivered: 0, 'receipt-after': 0 });
  const ours = await startOurs({ workers: 1, smpp: `${simulator.url}?window=100` });
  await sendFile(ours, recipients);
  while ((await simulator.stats()).messages < Math.min(SENT, recipients)) await sleep(100);
  const { api = 0, 'worker 1': worker = 0 } = ours.memory();
  await ours.close();
  await simulator.kill();
  return { api, worker };
}

/** What a campaign's size costs in memory: nothing, if the processes' memory is flat. */
export async function memory(rounds: number): Promise<Row[]> {
  const rows = (['api', 'worker'] as const).map((process): Row & { process: 'api' | 'worker' } => ({
    process,
    what: `most memory of the ${process === 'api' ? 'API process' : 'worker'}, a campaign to a million planned and ${SENT.toLocaleString('en')} sent`,
    ...{ unit: 'MB', better: 'less', ours: [], rivals: {}, budget: '1.5 × that of 100,000', factor: 1 / 1.5 },
    // Sends as many, because a worker that has sent a tenth has not reached its usual heap size.
    against: 'itself with 100,000',
  }));
  for (let round = 0; round < rounds; round++) {
    for (const size of SIZES) {
      const peaks = await peaksOf(size);
      console.error(`${size} recipients: ${JSON.stringify(peaks)} MB`);
      for (const { process, ours, rivals } of rows) {
        if (size === 1_000_000) ours.push(peaks[process]);
        else {
          const name = `itself with ${size.toLocaleString('en')}`;
          rivals[name] = [...(rivals[name] ?? []), peaks[process]];
        }
      }
    }
  }
  return rows.map(({ process, ...row }) => row);
}
