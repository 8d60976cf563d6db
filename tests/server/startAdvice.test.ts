import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { errorText } from '../../server/db/errorText.ts';
import { createLog } from '../../server/log.ts';
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

/** A port of this machine that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

test('a server whose database is away or not right says where it looked, without the password', async () => {
  const port = await freePort();
  const away = await failedStart({ DATABASE_URL: `postgresql://me:hush@127.0.0.1:${port}/sms` });
  const advice = 'is PostgreSQL running there, and are name, user and password right?';
  expect(away.output).toBe(
    `The server cannot start: connect ECONNREFUSED 127.0.0.1:${port}. The URL of the database leads to 127.0.0.1:${port}: ${advice}\n`,
  );
  const database = await createTestDatabase();
  await database.drop();
  const missing = await failedStart({ DATABASE_URL: database.url });
  expect(missing.output).toMatch(
    /: database "\w+" does not exist\. The URL of the database leads to \S+:\d+: is /,
  );
});

test('a name whose addresses all refuse is an error with a text, also in the log', async () => {
  const port = await freePort();
  const error = await new Promise<Error>((failed) => {
    const addresses = [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ];
    connect({ port, host: 'two.test', lookup: (_, __, found) => found(null, addresses) }).on('error', failed);
  });
  expect(error.message).toBe('');
  const text = `connect ECONNREFUSED 127.0.0.1:${port}; connect ECONNREFUSED 127.0.0.2:${port}`;
  expect(errorText(error)).toBe(text);
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'away');
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ code: 'ECONNREFUSED', message: text });
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
