import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createRequester, RequestFailed } from '../../../server/services/webhooks/request.ts';

let server: Server;
let connections = 0;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    if ((await text(request)) === 'cut me') request.socket.destroy();
    else response.end('ok');
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server?.close());
const urlOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

test('requests over a kept connection leave nothing behind on it', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => warnings.push(name);
  process.on('warning', hear);
  const requester = createRequester({ allowPrivate: true, connections: 1, idle: 5_000 });
  const url = urlOf();
  const before = connections;
  // Node warns when an event of a socket has more than ten listeners.
  for (let i = 0; i < 15; i++) {
    const sent = { method: 'POST', url, headers: {}, body: '{}' };
    expect((await requester.send(sent, AbortSignal.timeout(5_000))).status).toBe(200);
  }
  requester.close();
  process.off('warning', hear);
  expect(connections - before).toBe(1);
  expect(warnings).toEqual([]);
});

test('a request that waited for a connection, and is cut after it was read, counts as written', async () => {
  const requester = createRequester({ allowPrivate: true, connections: 1, idle: 5_000 });
  onTestFinished(() => requester.close());
  const send = (body: string) =>
    requester.send({ method: 'POST', url: urlOf(), headers: {}, body }, AbortSignal.timeout(5_000));
  const before = connections;
  const [first, second] = await Promise.allSettled([send('{}'), send('cut me')]);
  expect([first.status, connections - before]).toEqual(['fulfilled', 1]);
  const { reason } = second as PromiseRejectedResult;
  expect(reason).toBeInstanceOf(RequestFailed);
  expect(reason).toMatchObject({ code: 'ECONNRESET', isWritten: true, isStale: true });
});
