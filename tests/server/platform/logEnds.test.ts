import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { compileCache } from '../../support/compileCache.ts';

const LOG = resolve(import.meta.dirname, '../../../server/log.ts');
const FULL = '/dev/full';

/** Logs a line, and ends with 0 when its input does. */
const PROGRAM = `
  import { createLog } from ${JSON.stringify(LOG)};
  import { write } from 'node:fs';
  createLog('info').info('started');
  process.stdin.on('end', () => process.exit(0)).resume();
  write(1, 'x', (error) => console.error(error ? 'refused' : 'written'));`;

async function endOf(output: string): Promise<number | null> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { ...process.env, ...compileCache },
    stdio: ['pipe', openSync(output, 'w'), 'pipe'],
  }) as ChildProcessByStdio<Writable, null, Readable>;
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await once(child.stderr, 'data');
  child.stdin.end();
  const [code] = await ended;
  return code;
}

test('a process whose output takes nothing, as that of a closed terminal, goes on and ends in order', {
  skip: !existsSync(FULL),
}, async () => {
  expect(await endOf(FULL)).toBe(0);
});
