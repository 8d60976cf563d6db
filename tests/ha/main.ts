/**
 * `npm run ha [-- --only leader-killed,switchover] [--out ha-result.json]`: breaks a database of three nodes (deploy/ha)
 * in every way that docs/high-availability.md names, while campaigns are accepted and sent, and judges by what an
 * independent operator took. Needs Debian's packages, which it names where they are missing. Exits 1 when anything was
 * lost, sent twice, or took longer than promised.
 */

import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startCluster } from './cluster.ts';
import { enterOwnNetwork, whyUncuttable } from './network.ts';
import { findPrograms } from './programs.ts';
import { findBackup, RESTORE, restoreTrial, startBackups } from './restore.ts';
import { runTrial, type TrialResult } from './runTrial.ts';
import { trials } from './trials.ts';
import { type RunningWorld, startWorld } from './world.ts';

const CUT = 'etcd-cut';

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const all = [...trials.map(({ name }) => name), RESTORE];
const USAGE = `npm run ha [-- --only NAME,NAME] [--out ha-result.json]\nThe trials: ${all.join(', ')}`;

function readOptions() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string' },
        out: { type: 'string', default: 'ha-result.json' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`);
  }
}
const values = readOptions();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const names = new Set(values.only?.split(',') ?? all);
for (const name of names)
  if (!all.includes(name)) fail(`There is no trial "${name}". There are: ${all.join(', ')}.`);
const skipped: Record<string, string> = {};
try {
  findPrograms();
  if (names.has(RESTORE)) findBackup();
} catch (error) {
  fail((error as Error).message);
}
if (names.has(CUT)) {
  const reason = whyUncuttable();
  if (reason) {
    skipped[CUT] = reason;
    names.delete(CUT);
  } else enterOwnNetwork();
}

// Whoever interrupts it leaves nothing behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const began = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)}  ${line}`);
for (const [name, reason] of Object.entries(skipped)) say(`${name} is left out. ${reason}`);

const cluster = await startCluster();
const versions = [...cluster.versions, ...(names.has(RESTORE) ? [findBackup()] : [])];
for (const version of versions) say(version);
await cluster.whole();
say('three nodes run, and commits wait for a standby');
const results: TrialResult[] = [];

function report(result: TrialResult): void {
  results.push(result);
  const { campaigns, messages, refused, ledAfter, pause, resumedAfter, limit } = result;
  if (ledAfter !== null) say(`  another node led after ${ledAfter} s`);
  if (pause !== null)
    say(
      `  nothing was sent for ${pause} s, until ${resumedAfter} s after it${limit ? ` (limit ${limit} s)` : ''}`,
    );
  say(`  ${campaigns} campaigns of ${messages} messages accepted; ${refused} requests were asked again`);
  for (const note of result.notes) say(`  ${note}`);
  for (const failure of result.failures) say(`  WRONG: ${failure}`);
  if (result.failures.length === 0) say('  0 lost, 0 twice, the books agree');
}

let failed = false;
let world: RunningWorld | undefined;
try {
  if (names.has(RESTORE)) {
    await startBackups(cluster);
    say('the log is archived, and a backup was taken');
  }
  world = await startWorld(cluster.url);
  for (const trial of trials) {
    if (!names.has(trial.name)) continue;
    say(`${trial.name}: ${trial.what}`);
    report(await runTrial(trial, cluster, world));
  }
  if (names.has(RESTORE)) {
    say(`${RESTORE}: Back to a moment before the last campaign, with pgBackRest`);
    report(await restoreTrial(cluster, world));
  }
} catch (error) {
  failed = true;
  say(`WRONG: ${(error as Error).message}`);
}
await world?.close();
await cluster.close();
failed ||= results.some(({ failures }) => failures.length > 0);
const machine = { cores: availableParallelism(), load: loadavg() };
writeFileSync(
  values.out,
  `${JSON.stringify({ passed: !failed, versions, machine, skipped, results }, null, 2)}\n`,
);
say(`${failed ? 'NOT passed' : 'passed'}; ${values.out} has the figures`);
process.exit(failed ? 1 : 0);
