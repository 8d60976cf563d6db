import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
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
const OLD = [...told('versions', { ...process.versions, node: '20.19.0' }), ...told('version', 'v20.19.0')];

/** A program of another C library: the system says that it is not there, because its loader is missing. */
function writeForeign(path: string): void {
  writeFileSync(path, '#!/no/such/loader\n');
  chmodSync(path, 0o755);
}

/** A checkout with the scripts and one installed program, `hello`, which prints its arguments. */
function checkout({ name = 'checkout', isInstalled = true, hasForeignNode = false } = {}) {
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
  if (isInstalled) writeFileSync(join(modules, '.package-lock.json'), lock);
  writeFileSync(
    join(modules, 'hello/cli.js'),
    `#!/usr/bin/env node\nconsole.log(JSON.stringify(process.argv.slice(2)));\n`,
  );
  chmodSync(join(modules, 'hello/cli.js'), 0o755);
  symlinkSync('../hello/cli.js', join(modules, '.bin/hello'));
  const linked = join(modules, '.bin/node');
  if (hasForeignNode) {
    mkdirSync(join(modules, 'node/bin'), { recursive: true });
    writeForeign(join(modules, 'node/bin/node'));
    symlinkSync('../node/bin/node', linked);
  }
  const start = (machine: string[], words: string[], env: NodeJS.ProcessEnv = {}) =>
    run(process.execPath, [...machine, join(root, 'scripts/run.mjs'), ...words], {
      env: { ...clean, ...env },
    }).catch((error: { code: number; stdout: string; stderr: string }) => error);
  return { root, linked, start };
}

const WHAT_TO_DO =
  /This needs Node 24 and runs on v20\.19\.0\. The Node that the npm package "node" brings does not run here .*glibc 2\.28.*Install Node 24 or newer on this machine/s;

test('where npm’s Node does not run, the machine’s own does the work if it is new enough', async () => {
  const { start, linked } = checkout({ hasForeignNode: true });
  const words = ['node', '-p', 'process.execPath'];
  expect(await start([], words)).toMatchObject({ stdout: `${process.execPath}\n`, stderr: '' });
  // npm would start the next script with it.
  expect(existsSync(linked)).toBe(false);
  expect(await start([], ['hello', 'again'])).toMatchObject({ stdout: '["again"]\n' });
});

test('where neither runs, one sentence says why and what to do', async () => {
  const { start } = checkout({ hasForeignNode: true });
  expect(await start(OLD, ['hello'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(WHAT_TO_DO),
  });
});

test('the same before minutes of installing, which leaves nothing behind', async () => {
  const { root, start } = checkout({ isInstalled: false });
  const npm = join(root, 'npm.js');
  writeFileSync(
    npm,
    `const { chmodSync, mkdirSync, writeFileSync } = require('node:fs');
     const [verb, , folder] = process.argv.slice(2);
     if (verb !== 'install') throw new Error('npm ' + verb + ' is of no use');
     mkdirSync(folder + '/node_modules/node/bin', { recursive: true });
     writeFileSync(folder + '/node_modules/node/bin/node', '#!/no/such/loader\\n', { mode: 0o755 });`,
  );
  const TMPDIR = temporaryFolder('temporary-');
  const { stderr } = await start(OLD, ['hello'], { npm_execpath: npm, TMPDIR });
  expect(stderr).toMatch(WHAT_TO_DO);
  expect(stderr).not.toContain('of no use');
  expect(readdirSync(TMPDIR)).toEqual([]);
});

test('an installed program starts without a shell, so that a folder may have spaces on Windows, too', async () => {
  const { start } = checkout({ name: 'My Documents & more' });
  const words = ['a b', 'c & d', '"e"'];
  expect(await start(told('platform', 'win32'), ['hello', ...words])).toMatchObject({
    stdout: `${JSON.stringify(words)}\n`,
    stderr: '',
  });
});
