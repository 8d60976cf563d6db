import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { HttpSettings } from '#schema/httpLink.ts';
import { registry } from '../../../../server/services/platform/meters.ts';
import { audit } from '../../../support/audit.ts';
import { httpInput } from '../../../support/httpOperator.ts';
import { LINKS, type LinkWorld, ntc, startLinkWorld } from '../../../support/linkWorld.ts';
import { answerOf, startScriptedHttp } from '../../../support/scriptedHttp.ts';

let operator: Awaited<ReturnType<typeof startScriptedHttp>>;
let world: LinkWorld;
let path: string;

beforeAll(async () => {
  operator = await startScriptedHttp();
  world = await startLinkWorld([], { isHttp: true });
  await add();
});
afterAll(async () => {
  await world?.close();
  operator?.close();
});

async function add(change: Partial<HttpSettings> = {}): Promise<void> {
  const input = httpInput('http', operator.url, {
    ...{ http_url: operator.url, http_receipt_phone: '', ...change },
  });
  expect((await world.call('admin', 'POST', LINKS, input)).status).toBe(201);
  const { uuid } = await world.becomes('http', 'bound');
  path = (await world.call<{ data: { url: string } }>('admin', 'GET', `${LINKS}${uuid}/callback/`)).body.data
    .url;
}
/** With a link of other settings until the test ends. */
async function restarted(change: Partial<HttpSettings>): Promise<void> {
  const restart = async (settings?: Partial<HttpSettings>) => {
    await world.startOver([]);
    await add(settings);
  };
  onTestFinished(() => restart());
  await restart(change);
}
const report = (payload: string, query = '') =>
  world.app.inject({
    ...{ method: 'POST', url: path + query, payload },
    headers: { 'content-type': 'application/json' },
  });

test('reports of ids that differ in their nineteenth digit are each about their own message', async () => {
  let last = 1234567890123456789n;
  operator.answerWith((socket) => socket.write(answerOf(`{"status":"ok","id":${last++}}`)));
  const uuid = await world.send(ntc(2));
  await world.until(uuid, ({ submitted }) => submitted === 2);

  expect((await report('{"id":1234567890123456789,"state":"DELIVRD"}')).statusCode).toBe(200);
  expect((await report('{"id":"1234567890123456790","state":"UNDELIV"}')).statusCode).toBe(200);
  expect(await world.campaign(uuid)).toMatchObject({ delivered: 1, undelivered: 1, submitted: 0 });
});

test('a report in the query is read, whatever its empty body is said to be', async () => {
  operator.answerWith((socket) => socket.write(answerOf('{"status":"ok","id":"queried"}')));
  const uuid = await world.send(ntc(1, 10));
  await world.until(uuid, ({ submitted }) => submitted === 1);

  expect((await report('', '?id=queried&state=DELIVRD')).statusCode).toBe(200);
  expect((await world.campaign(uuid)).delivered).toBe(1);
});

test('a report is among the receipts whose writing is counted and timed', async () => {
  operator.answerWith((socket) => socket.write(answerOf('{"status":"ok","id":"counted"}')));
  const uuid = await world.send(ntc(1, 70));
  await world.until(uuid, ({ submitted }) => submitted === 1);
  const written = async () => {
    const found = (await registry.metrics()).matchAll(
      /^bulk_sms_batch_(?:duration_seconds_count|items_total){kind="receipts"} (\d+)$/gm,
    );
    return Array.from(found, ([, count]) => Number(count));
  };

  const before = await written();
  expect((await report('', '?id=counted&state=DELIVRD')).statusCode).toBe(200);
  const after = await written();
  expect(after.map((count, i) => count - (before[i] ?? 0))).toEqual([1, 1]);
});

test('whatever its text contains that cannot be stored, a report is recorded', async () => {
  let last = 0;
  operator.answerWith((socket) => socket.write(answerOf(`{"status":"ok","id":"odd-${++last}"}`)));
  const uuid = await world.send(ntc(4, 20));
  await world.until(uuid, ({ submitted }) => submitted === 4);

  // An emoji cut in the middle, NUL, as a name too, and an escape in Latin-1.
  expect((await report('{"id":"odd-1","state":"DELIVRD","text":"Hi \\ud83d"}')).statusCode).toBe(200);
  expect((await report('{"id":"odd-2","state":"DELIVRD","text":"\\u0000"}')).statusCode).toBe(200);
  expect((await report('{"id":"odd-3\\u0000","state":"DELIVRD","\\u0000":{"text":"x"}}')).statusCode).toBe(
    200,
  );
  expect((await report('', '?id=odd-4&state=DELIVRD&text=caf%E9%00')).statusCode).toBe(200);
  expect(await world.campaign(uuid)).toMatchObject({ delivered: 4, submitted: 0 });
});

test('what is no JSON is refused, so that it is reported again', async () => {
  expect((await report('{"id":')).statusCode).toBe(400);
});

const inResults = (ids: string[]) => ({
  about: 'delivery',
  results: ids.map((messageId, n) => ({ messageId, status: { name: n === 1 ? 'UNDELIV' : 'DELIVRD' } })),
});
const bare = (ids: string[]) => ids.map((id, n) => ({ id, state: n === 1 ? 'UNDELIV' : 'DELIVRD' }));
const nested = (ids: string[]) => ({
  entry: ids.map((id, n) => ({ list: [{ id, word: [n === 1 ? 'UNDELIV' : 'DELIVRD'] }] })),
});
test.each<[string, string, (ids: string[]) => object]>([
  ['results.*.messageId', 'results.*.status.name', inResults],
  ['results.0.messageId', 'results.0.status.name', inResults],
  ['*.id', '*.state', bare],
  ['0.id', '0.state', bare],
  ['entry.*.list.*.id', 'entry.*.list.*.word.*', nested],
])('every report of a call is recorded, at %s', async (http_receipt_id, http_receipt_status, body) => {
  await restarted({ http_receipt_id, http_receipt_status });
  const ids = ['a', 'b', 'c'].map((name) => `${http_receipt_id}-${name}`);
  let last = 0;
  operator.answerWith((socket) => socket.write(answerOf(`{"status":"ok","id":"${ids[last++]}"}`)));
  const uuid = await world.send(ntc(3, 40));
  await world.until(uuid, ({ submitted }) => submitted === 3);

  const answer = await report(JSON.stringify(body(ids)), '?from=operator');
  expect([answer.statusCode, answer.json().data]).toEqual([200, { is_final: true }]);
  expect(await world.campaign(uuid)).toMatchObject({ delivered: 2, undelivered: 1, submitted: 0 });
  await audit(world.db);
});

test('a list of words is one report, each at its place', async () => {
  await restarted({ http_receipt_id: 'data.0', http_receipt_status: 'data.1' });
  operator.answerWith((socket) => socket.write(answerOf('{"status":"ok","id":"listed"}')));
  const uuid = await world.send(ntc(1, 50));
  await world.until(uuid, ({ submitted }) => submitted === 1);

  expect((await report('{"data":["listed","DELIVRD"]}')).statusCode).toBe(200);
  expect((await world.campaign(uuid)).delivered).toBe(1);
  const { rows } = await sql`SELECT operator_id FROM receipt`.execute(world.db);
  expect(rows).toEqual([]);
});

test('a report of our own id settles a message that was not answered, where the operator names none', async () => {
  await restarted({ http_id_path: '', http_headers: 'Authorization: Bearer {{secret}}\nX-Id: {{id}}' });
  const ids: string[] = [];
  operator.answerWith((socket, head) => {
    ids.push(/^x-id: (.*)$/im.exec(head)?.[1] ?? '');
    socket.write(answerOf('', {}, 500));
  });
  const uuid = await world.send(ntc(1, 30));
  await world.until(uuid, ({ unknown }) => unknown === 1);

  expect((await report(`{"id":"${ids[0]}","state":"DELIVRD"}`)).statusCode).toBe(200);
  expect(await world.campaign(uuid)).toMatchObject({ delivered: 1, unknown: 0 });
  await audit(world.db);
});
