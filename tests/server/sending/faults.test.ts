import { expect, test } from 'vitest';
import { shortSchedule } from '../../soak/schedule.ts';
import { runSoak } from '../../soak/soak.ts';

test('half a minute of faults: each accepted message has one outcome, nothing is sent or charged twice, health tells the truth', async () => {
  const log: string[] = [];
  const report = await runSoak(1, shortSchedule(1), { seconds: 0, say: (line) => log.push(line) });
  expect(report.failures, log.join('\n')).toEqual([]);
  expect(report.accepted.messages).toBeGreaterThan(0);
  expect(report.taken).toBeGreaterThan(0);
}, 300_000);
