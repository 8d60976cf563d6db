import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startAdvice } from '../../server/startAdvice.ts';
import { createTestDatabase } from '../support/database.ts';
import { failedStart } from '../support/server.ts';

test('a server whose port is taken says so and what to do, and nothing else', async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const { code, output } = await failedStart({ DATABASE_URL: database.url, PORT: String(port) });
  expect(code).toBe(1);
  expect(output.split('\n').slice(1)).toEqual([
    `The server cannot start: listen EADDRINUSE: address already in use 127.0.0.1:${port}. Another program has this port: end it, or set PORT or SIMULATOR_PORT to another one.`,
    '',
  ]);
});

test.each([
  [{ syscall: 'listen', code: 'EACCES' }, /^Ports below 1024/],
  [{ syscall: 'mkdir', code: 'EACCES' }, null],
  [{ code: '53100' }, /disk of the database is full/],
  ['no error', null],
  [undefined, null],
])('what is said of %j', (error, said) => {
  const advice = startAdvice(error);
  if (said) expect(advice).toMatch(said);
  else expect(advice).toBe(null);
});
