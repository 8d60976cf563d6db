import { expect, test } from 'vitest';
import { type KillTrial, killTrials, runKillTrial } from '../../ha/killTrial.ts';

const KILLS = 3;

// `npm run kill:trial -- --only any-lost` is the long form.
test('a worker and the API that are killed at any moment, and lose the journal: nothing is lost or sent twice', async () => {
  const trial = killTrials.find(({ name }) => name === 'any-lost') as KillTrial;
  const result = await runKillTrial(trial, KILLS);
  expect(result.failures).toEqual([]);
  expect(result).toMatchObject({ twice: 0, lost: 0, open: 0, gone: 0, untold: 0, violations: 0 });
  expect(result.messages).toBeGreaterThan(0);
  // Nothing but receipts could say what the killed workers had in hand.
  expect(result.journaled).toBe(0);
}, 300_000);
