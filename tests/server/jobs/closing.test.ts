import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
beforeEach(async () => {
  world = await createTestApp();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => world.app.close());

/** A connection that the server has taken, and what is heard over it until it ends. */
async function open() {
  const { port } = world.app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const gone = new Promise<string>((done) => socket.once('close', () => done(received)));
  await once(world.app.server, 'connection');
  return { socket, gone };
}

const HALF = 'GET /readyz HTTP/1.1\r\nHost: a\r\n';

test('a stopping server does not wait for connections without a request', async () => {
  // A browser's connection in advance, half of a question, and half of a second one.
  const ahead = await open();
  const half = await open();
  half.socket.write(HALF);
  const second = await open();
  second.socket.write(`${HALF}\r\n`);
  await once(second.socket, 'data');
  second.socket.write(HALF);
  await world.close();
  expect(await Promise.all([ahead.gone, half.gone])).toEqual(['', '']);
  expect(await second.gone).toMatch(/^HTTP\/1\.1 200 /);
}, 20_000);

test('open requests are answered before a server stops', async () => {
  const body = JSON.stringify({ email: 'nobody@demo.test', password: 'none' });
  const { socket, gone } = await open();
  const asked = once(world.app.server, 'request');
  socket.write(
    `POST /v1/login/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await asked;
  const closed = world.close();
  socket.write(body);
  expect(await gone).toMatch(/^HTTP\/1\.1 [45]\d\d /);
  await closed;
}, 20_000);
