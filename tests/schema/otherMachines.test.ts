import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';

const run = promisify(execFile);
const SCRIPTS = resolve(import.meta.dirname, '../../scripts');
const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

/** What Node says of the machine, for a script that is started with it. */
const told = (name: 'platform' | 'versions' | 'version', value: unknown) => {
  const code = `Object.defineProperty(process, '${name}', { value: ${JSON.stringify(value)} });`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
};
/** A checkout with the scripts and one installed program, `hello`, which prints its arguments. */
function checkout({ name = 'checkout' } = {}) {
  const root = join(temporaryFolder('machine-'), name);
  const modules = join(root, 'node_modules');
  for (const folder of [join(root, 'scripts'), join(modules, 'hello'), join(modules, '.bin')])
    mkdirSync(folder, { recursive: true });
  for (const script of ['run.mjs', 'setup.mjs', 'starter.mjs'])
    cpSync(join(SCRIPTS, script), join(root, 'scripts', script));
  const packages = {
    '': { name: 'checkout' },
    'node_modules/hello': { version: '1.0.0', bin: { hello: 'cli.js' } },
    'node_modules/hello/node_modules/other': { version: '1.0.0', bin: { hello: 'other.js' }, optional: true },
    'node_modules/node': { version: '24.0.0', optional: true },
  };
  const lock = JSON.stringify({ packages });
  writeFileSync(join(root, 'package-lock.json'), lock);
  writeFileSync(join(modules, '.package-lock.json'), lock);
  writeFileSync(
    join(modules, 'hello/cli.js'),
    `#!/usr/bin/env node\nconsole.log(JSON.stringify(process.argv.slice(2)));\n`,
  );
  chmodSync(join(modules, 'hello/cli.js'), 0o755);
  symlinkSync('../hello/cli.js', join(modules, '.bin/hello'));
  const start = (machine: string[], words: string[], env: NodeJS.ProcessEnv = {}) =>
    run(process.execPath, [...machine, join(root, 'scripts/run.mjs'), ...words], {
      env: { ...clean, ...env },
    }).catch((error: { code: number; stdout: string; stderr: string }) => error);
  return { start };
}

test('an installed program starts without a shell, so that a folder may have spaces on Windows, too', async () => {
  const { start } = checkout({ name: 'My Documents & more' });
  const words = ['a b', 'c & d', '"e"'];
  expect(await start(told('platform', 'win32'), ['hello', ...words])).toMatchObject({
    stdout: `${JSON.stringify(words)}\n`,
    stderr: '',
  });
});
