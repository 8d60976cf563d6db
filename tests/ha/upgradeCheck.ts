/**
 * `npm run upgrade:check [-- --from v1.2.0 tests/server/sending]`: runs the previous release's own server tests on a
 * database with this version's migrations, beside which its processes go on during an upgrade. Exits with vitest's code.
 */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readOptions } from '../../scripts/options/readOptions.mjs';
import { addMigrations, checkOut, previousRelease } from './releases.ts';

const { values, positionals } = readOptions({
  options: { from: { type: 'string', default: previousRelease() } },
  allowPositionals: true,
});
const release = checkOut(values.from);
const added = addMigrations(release);
console.log(
  `${values.from} (${release.commit}) on a schema with ${added.join(', ') || 'no newer migration'}`,
);
const vitest = join(release.folder, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'server', ...positionals], {
  cwd: release.folder,
  stdio: 'inherit',
});
process.exit(status ?? 1);
