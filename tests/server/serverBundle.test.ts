import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { failedStart } from '../support/server.ts';
import { programOf } from '../support/serverBundle.ts';

test('servers that tests start are bundled, and say what the sources say', async () => {
  expect((await programOf('server')).main).toMatch(/programs.server\.mjs$/);
  expect((await programOf('simulator')).main).toMatch(/programs.simulator\.mjs$/);
  const source = resolve(import.meta.dirname, '../../server/main.ts');
  const args = ['--role', 'worker'];
  const env = { ...process.env, NODE_ENV: 'test' };
  const ended = promisify(execFile)(process.execPath, [source, ...args], { env });
  const { stderr } = await ended.catch((error: { stderr: string }) => error);
  expect(stderr).toMatch(/needs DATABASE_URL/);
  expect(await failedStart({}, args)).toEqual({ code: 1, output: stderr });
});
