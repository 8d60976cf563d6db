import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = ['bench/**/*.ts', 'scripts/*.{ts,mjs}', 'tests/{ha,soak}/*.ts'];
/** Commands of developers that take options. `tests/ha/main.ts` and `scripts/contract` have a help text of their own. */
const commands = globSync(files, { cwd: root }).filter((file) =>
  /= (parseArgs|readOptions)\(\{/.test(readFileSync(join(root, file), 'utf8')),
);

test('there are commands', () => expect(commands.length).toBeGreaterThan(10));

const run = (file: string, ...options: string[]) =>
  spawnSync(process.execPath, [join(root, file), ...options], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });

test.each(commands)('%s says in one line which options it has', (file) => {
  const { status, stdout, stderr } = run(file, '--help');
  expect(stderr).toMatch(/^Unknown option '--help'\. Options: --\w+( VALUE)?(, --\w+( VALUE)?)*\n$/);
  expect([status, stdout]).toEqual([2, '']);
});

test.each(['bench/console/main.ts', 'bench/server/main.ts'])('%s says which parts it has', (file) => {
  const { status, stdout, stderr } = run(file, '--only', 'receipts,goal');
  expect(stderr).toMatch(/^There is no (receipts|goal)\. --only: \w+(, [\w-]+)+\n$/);
  expect([status, stdout]).toEqual([2, '']);
});
