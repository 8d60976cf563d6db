/**
 * `npm test [-- vitest's arguments]`: everything, on a machine that has only Node. The last line is the count.
 * `--changed` runs what a change touches, `--record` writes how long each file took (tests/support/durationsReporter.ts).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { buildConsole, environment, execute, installed, root, setup } from './setup.mjs';

const records = process.argv.includes('--record');
const args = process.argv.slice(2).filter((argument) => argument !== '--record');
const LIGHT = /^(schema|server|console|contract)$/;
const projects = args.flatMap((argument, index) => {
  if (argument.startsWith('--project=')) return [argument.slice('--project='.length)];
  return argument === '--project' ? [args[index + 1] ?? ''] : [];
});
const files = args.filter((argument) => argument.startsWith('tests/'));
const isLight =
  (projects.length > 0 && projects.every((name) => LIGHT.test(name))) ||
  (files.length > 0 && files.every((name) => LIGHT.test(name.split('/')[1] ?? '')));

/** Prints the line that CI reads, and ends. A run that broke without a failed test still counts as one failed. */
function conclude(status, passed, failed) {
  console.log(`${passed} passed, ${status === 0 ? failed : Math.max(failed, 1)} failed`);
  process.exit(status);
}

/** Tests that passed and failed; a file that could not even be loaded counts as one that failed. */
function count({ numPassedTests = 0, numFailedTests = 0, testResults = [] }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return [numPassedTests, numFailedTests + broken.length];
}

/** Whether journeys are among what these arguments run. */
function hasJourneys(node) {
  if (isLight) return false;
  if (!args.some((argument) => argument.startsWith('--changed'))) return true;
  const list = [installed('vitest'), 'list', '--filesOnly', '--json', ...args];
  const { stdout } = spawnSync(node, list, {
    cwd: root,
    env: environment(node),
    encoding: 'utf8',
  });
  // Where the list cannot be had, it is better to be ready.
  return !stdout || stdout.includes('"e2e"');
}

const node = await setup();
const more = {};
if (hasJourneys(node)) {
  try {
    more.CHROMIUM_PATH = (await findBrowser(node)) || undefined;
  } catch (error) {
    console.error(error.message);
    conclude(1, 0, 1);
  }
  const built = await buildConsole(node);
  if (built !== 0) conclude(built, 0, 1);
}
const folder = mkdtempSync(join(tmpdir(), 'bulk-sms-report-'));
const file = join(folder, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
if (records) reporters.push('--reporter=./tests/support/durationsReporter.ts');
const run = [installed('vitest'), 'run', ...reporters, ...args];
const status = await execute(node, run, environment(node, more));
let report = {};
try {
  report = JSON.parse(readFileSync(file, 'utf8'));
} catch {
  // A run that broke leaves none.
}
rmSync(folder, { recursive: true, force: true });
conclude(status, ...count(report));
