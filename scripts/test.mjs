/** `npm test [-- vitest's arguments]`: everything, on a machine that has only Node. The last line is the count. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { buildConsole, environment, execute, installed, setup } from './setup.mjs';

const args = process.argv.slice(2);
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
function count(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const broken = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    );
    return [numPassedTests, numFailedTests + broken.length];
  } catch {
    return [0, 0];
  }
}

const node = await setup();
const more = {};
if (!isLight) {
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
const report = join(folder, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const status = await execute(installed('vitest'), ['run', ...reporters, ...args], environment(node, more));
const [passed, failed] = count(report);
rmSync(folder, { recursive: true, force: true });
conclude(status, passed, failed);
