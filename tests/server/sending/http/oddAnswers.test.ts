import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { HttpSettings } from '#schema/httpLink.ts';
import { createHttpLink } from '../../../../server/services/sending/http/link.ts';
import type { Link } from '../../../../server/services/sending/link/link.ts';
import { settingsFor } from '../../../support/httpOperator.ts';
import { answerOf, startScriptedHttp, UPGRADE } from '../../../support/scriptedHttp.ts';

let operator: Awaited<ReturnType<typeof startScriptedHttp>>;
let link: Link;

beforeAll(async () => {
  operator = await startScriptedHttp();
});
afterEach(() => link.close());
afterAll(() => operator?.close());

async function send(answer: (socket: Socket, head: string) => void, change: Partial<HttpSettings> = {}) {
  operator.answerWith(answer);
  link = createHttpLink({
    ...{ name: 'http', channel: 'sms' as const, secret: 'demo', callback: '', allowPrivate: true },
    ...{ timing: { close: 500 }, onReceipt: () => undefined },
    settings: settingsFor(operator.url, { http_url: operator.url, http_timeout: 1, ...change }),
  });
  link.setLimits({ window: 1, rate: 0 });
  await link.ready();
  const before = operator.requests();
  const outcome = await link.submit({ from: 'DEMO', to: '+9779841300500', text: 'Namaste', id: 'our-id' });
  return { outcome, requests: operator.requests() - before };
}
const whole =
  (...of: Parameters<typeof answerOf>) =>
  (socket: Socket) =>
    socket.write(answerOf(...of));
const OK = '{"status":"ok","id":"theirs"}';
/** Octet by octet, as a slow server. */
const chunked = (socket: Socket): void => {
  socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
  for (const octet of OK) socket.write(`1\r\n${octet}\r\n`);
  socket.write('0\r\n\r\n');
};
const cut = (head: string) => (socket: Socket) =>
  socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n{"sta`, () => socket.resetAndDestroy());

const UTF16 = { 'content-type': 'application/json; charset="UTF-16LE"' };
test.each<[string, (socket: Socket, head: string) => void]>([
  ['with a byte order mark', whole(`\ufeff${OK}`)],
  ['in another encoding that it names', whole(Buffer.from(OK, 'utf16le'), UTF16)],
  ['in UTF-8 with an encoding that does not exist', whole(OK, { 'content-type': 'text/json; charset=utf9' })],
  ['in pieces', chunked],
  ['without a length', (socket) => socket.end(`HTTP/1.0 200 OK\r\n\r\n${OK}`)],
  [
    'compressed unless it is asked not to',
    (socket, head) =>
      socket.write(
        /^accept-encoding: identity\r?$/im.test(head)
          ? answerOf(OK)
          : answerOf(gzipSync(OK), { 'content-encoding': 'gzip' }),
      ),
  ],
  ['after another of 103', (socket) => socket.write(`HTTP/1.1 103 Early Hints\r\n\r\n${answerOf(OK)}`)],
])('an answer %s is read', async (_, answer) => {
  expect(await send(answer)).toEqual({ outcome: { kind: 'submitted', ids: ['theirs'] }, requests: 1 });
});

test('a number too long for a number is kept digit by digit', async () => {
  const { outcome } = await send(whole('{"status":"ok","id":1234567890123456789}'));
  expect(outcome).toEqual({ kind: 'submitted', ids: ['1234567890123456789'] });
});

test.each<[string, (socket: Socket) => void]>([
  ['resets its connection in the body', cut('content-length: 500')],
  ['resets it between two pieces', cut('transfer-encoding: chunked')],
  ['says nothing that is HTTP', (socket) => socket.end('OK id=5')],
  ['answers a page', whole('<html>Sign in</html>')],
  ['is out of order', whole('busy', { 'retry-after': '1' }, 503)],
  ['fails, as a framework says it', whole('{"status":500,"error":"Internal Server Error"}', {}, 500)],
  ['fails behind a gateway with words of its own', whole('{"status":"error","code":"UPSTREAM"}', {}, 504)],
  ['changes to another protocol', (socket) => socket.write(UPGRADE)],
])('an operator that %s may have the message: it is unknown, and asked once', async (_, answer) => {
  expect(await send(answer)).toMatchObject({ outcome: { kind: 'unknown' }, requests: 1 });
});

test.each([301, 302, 307, 308])('a redirect with %i is not followed', async (status) => {
  const { outcome, requests } = await send(whole('', { location: operator.url }, status));
  expect({ outcome, requests }).toEqual({
    outcome: { kind: 'temporary', error: `HTTP ${status}`, throttled: true },
    requests: 1,
  });
});

test.each<[number, string, string]>([
  [401, '{"status":401,"error":"Unauthorized"}', 'HTTP 401'],
  [401, '{"status":"error","code":"EXPIRED_TOKEN"}', 'EXPIRED_TOKEN'],
  [402, '{"status":"error"}', 'error'],
  [404, '{"status":404,"title":"Not Found"}', 'HTTP 404'],
  [503, '{"status":"error","code":"TOO_FAST"}', 'TOO_FAST'],
])('an answer with %i and %s waits and is tried again', async (status, body, error) => {
  const { outcome } = await send(whole(body, {}, status));
  expect(outcome).toEqual({ kind: 'temporary', error, throttled: true });
});

test.each<[number, string, string]>([
  [400, '{"status":400,"error":"Bad Request"}', 'HTTP 400'],
  [403, '{"status":"error","code":"BAD_SENDER"}', 'BAD_SENDER'],
  [500, '{"status":"ok","refused":"BAD_NUMBER","code":"BAD_NUMBER"}', 'BAD_NUMBER'],
])('an answer with %i and %s is a refusal', async (status, body, error) => {
  const { outcome } = await send(whole(body, {}, status), { http_refused_path: 'refused' });
  expect(outcome).toEqual({ kind: 'rejected', error });
});
