import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** Without what `npm test` passes on of its own settings, which would come before the file's. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));

test('npm ci on the oldest supported Node does not warn of what runs on the project’s own', () => {
  const level = execFileSync('npm', ['config', 'get', 'loglevel'], {
    cwd: root,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  expect(level.trim()).toBe('error');
});
