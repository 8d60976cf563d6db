import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Pdu } from '../../../../server/services/sending/smpp/codec/pdu.ts';
import { createSession } from '../../../../server/services/sending/smpp/codec/session.ts';

/** More than fits into the buffer for a turn at first. */
const MANY = 3000;
const LIMIT = 10_000;

let received: Pdu[];
/** Resolves when the peer has read everything, and the connection is closed. */
let left: Promise<unknown>;
let server: ReturnType<typeof createServer>;
let socket: Socket;
beforeEach(async () => {
  received = [];
  const gone = Promise.withResolvers<void>();
  left = gone.promise;
  server = createServer((peer) => {
    createSession(peer, { onPdu: (pdu) => received.push(pdu), onClose: () => gone.resolve() });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
});
afterEach(() => {
  socket.destroy();
  server.close();
});

const message = (n: number) => ({
  ...{ command: 'submit_sm' as const, source_addr: 'DEMO', destination_addr: String(9779800000000 + n) },
  short_message: Buffer.alloc(200, n % 251),
});

test('the PDUs of a turn are one write, in their order, however many they are', async () => {
  let writes = 0;
  const session = createSession(socket, { onPdu() {}, onWrite: () => writes++, onClose() {} });
  for (let turn = 0; turn < 2; turn++) {
    received.length = 0;
    for (let n = 0; n < MANY; n++) {
      session.send(message(n));
      // What cannot be encoded adds nothing.
      expect(() => session.send({ ...message(n), source_addr: 'a\0b' })).toThrow(RangeError);
    }
    await vi.waitFor(() => expect(received).toHaveLength(MANY), LIMIT);
    expect(writes).toBe(turn + 1);
    for (const [n, pdu] of received.entries()) {
      expect(pdu.fault).toBe(0);
      expect(pdu.destination_addr).toBe(message(n).destination_addr);
      expect(pdu.short_message?.equals(message(n).short_message)).toBe(true);
    }
  }
});

test('a refused write sends nothing of its turn, and ends the session with the reason', async () => {
  const closed = Promise.withResolvers<string | undefined>();
  const session = createSession(socket, {
    onPdu() {},
    onWrite() {
      throw new Error('no room on the disk');
    },
    onClose: (_, why) => closed.resolve(why),
  });
  session.send(message(1));
  session.send(message(2));
  expect(await closed.promise).toBe('no room on the disk');
  await left;
  expect(received).toEqual([]);
  expect(session.send(message(3))).toBeNull();
});

test('what was sent before the end is written, and nothing after it', async () => {
  const session = createSession(socket, { onPdu() {}, onClose() {} });
  session.send(message(1));
  session.end();
  expect(session.send(message(2))).toBeNull();
  await left;
  expect(received.map((pdu) => pdu.destination_addr)).toEqual(['9779800000001']);
});
