import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRequester } from '../../../server/services/webhooks/request.ts';

let server: Server;
let connections = 0;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    await text(request);
    response.end('ok');
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server?.close());

test('requests over a kept connection leave nothing behind on it', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => warnings.push(name);
  process.on('warning', hear);
  const requester = createRequester({ allowPrivate: true, connections: 1, idle: 5_000 });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  // Node warns when an event of a socket has more than ten listeners.
  for (let i = 0; i < 15; i++) {
    const sent = { method: 'POST', url, headers: {}, body: '{}' };
    expect((await requester.send(sent, AbortSignal.timeout(5_000))).status).toBe(200);
  }
  requester.close();
  process.off('warning', hear);
  expect(connections).toBe(1);
  expect(warnings).toEqual([]);
});
