/**
 * `npm run kill:trial [-- --kills 30] [--only fast,slow] [--seed 1] [--out kill-result.json]`: kills workers with SIGKILL while they
 * send, each on a host of its own, and judges by what an independent operator took (docs/evidence/reliability.md). Exits 1
 * when a message was lost or sent twice, the books disagree, or more messages stay unknown than promised.
 */

import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { readOptions } from '../../scripts/options/readOptions.mjs';
import { type KillResult, killTrials, runKillTrial, tableOfKills } from './killTrial.ts';

const { values } = readOptions({
  options: {
    kills: { type: 'string', default: '30' },
    only: { type: 'string', default: killTrials.map(({ name }) => name).join(',') },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'kill-result.json' },
  },
});
const kills = Number(values.kills);
const names = values.only.split(',');
const unknown = names.find((name) => !killTrials.some((trial) => trial.name === name));
if (unknown !== undefined || !Number.isInteger(kills) || kills < 1) {
  const there = killTrials.map(({ name }) => name).join(', ');
  console.error(`--kills is a number, and --only names some of ${there}.`);
  process.exit(1);
}

// Whoever interrupts it leaves nothing behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const began = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)}  ${line}`);
const results: KillResult[] = [];
for (const trial of killTrials.filter(({ name }) => names.includes(name))) {
  say(`${trial.name}: ${kills} kills; ${trial.what}`);
  const result = await runKillTrial(trial, kills, Number(values.seed));
  results.push(result);
  for (const note of result.notes) say(`  ${note}`);
  for (const failure of result.failures) say(`  WRONG: ${failure}`);
  if (result.failures.length === 0)
    say(
      `  ${result.messages} messages: 0 lost, 0 twice, ${result.unknown} unknown of ${result.limit} at most`,
    );
}
const failed = results.some(({ failures }) => failures.length > 0);
const machine = { cores: availableParallelism(), load: loadavg() };
writeFileSync(values.out, `${JSON.stringify({ passed: !failed, machine, results }, null, 2)}\n`);
console.log(`\n${tableOfKills(results)}\n`);
say(`${failed ? 'NOT passed' : 'passed'}; ${values.out} has the figures`);
process.exit(failed ? 1 : 0);
