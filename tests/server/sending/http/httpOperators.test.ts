import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HttpSettings } from '#schema/httpLink.ts';
import type { LinkTest, OperatorLink } from '#schema/operatorLink.ts';
import { audit } from '../../../support/audit.ts';
import { httpInput } from '../../../support/httpOperator.ts';
import { inputOf, LINKS, type LinkWorld, ntc, startLinkWorld } from '../../../support/linkWorld.ts';
import { scriptedOperators } from '../../../support/scriptedOperator.ts';
import { startServer } from '../../../support/server.ts';
import { type RunningSimulator, startSimulator } from '../../../support/simulator.ts';
import { soon } from '../../../support/soon.ts';

const scripted = scriptedOperators();
let world: LinkWorld;
let operator: RunningSimulator;

beforeAll(async () => {
  operator = await startSimulator({ protocol: 'http', undelivered: 0, 'receipt-after': 20, 'late-by': 300 });
  world = await startLinkWorld([], { isHttp: true });
});
beforeEach(async () => {
  await operator.reset();
  await operator.settings({ answers: 'proper', latency: 0, throttle: 0, receipts: true });
  await world.startOver([]);
});
afterAll(async () => {
  await world?.close();
  await operator?.kill();
});

type Refused = { detail: string; errors: Record<string, string[]> };
const post = (path: string, body: object) =>
  world.call<{ data: OperatorLink } & Refused>('admin', 'POST', `${LINKS}${path}`, body);

async function add(change: Partial<HttpSettings> = {}, more: object = {}): Promise<OperatorLink> {
  const answer = await post('', { ...httpInput('http', operator.url, change), ...more });
  expect(answer.status, answer.text).toBe(201);
  return world.becomes('http', 'bound');
}
const callbackOf = async ({ uuid }: OperatorLink): Promise<string> =>
  (await world.call<{ data: { url: string } }>('admin', 'GET', `${LINKS}${uuid}/callback/`)).body.data.url;

/** Everything that the simulator can do with a number. */
const FATES = [...ntc(4), '9841230001', '9841230003', '9841230004'];

describe('results', () => {
  test.each(['callback', 'poll'] as const)(
    'arrive by %s, for every fate of a number',
    async (http_receipts) => {
      await add({ http_receipts });
      const uuid = await world.send([...FATES, '9841230002']);
      const done = await world.until(
        uuid,
        ({ status, submitted }) => status === 'completed' && submitted === 0,
      );
      expect(done).toMatchObject({ delivered: 5, undelivered: 1, expired: 1, rejected: 1, unknown: 0 });
      expect(await operator.stats()).toMatchObject({ messages: 7, duplicates: 0 });
      await soon(async () =>
        expect((await sql`SELECT FROM receipt_poll`.execute(world.db)).rows).toEqual([]),
      );
      await audit(world.db);
    },
  );

  test('a long message is one request, its parts cost as ever, and one receipt delivers it', async () => {
    await add();
    const uuid = await world.send(ntc(2), { body: 'नमस्ते संसार '.repeat(20) });
    const { parts } = await world.until(uuid, (campaign) => campaign.delivered === 2);
    expect(parts).toBeGreaterThan(2);
    expect((await operator.stats()).pdus).toBe(2);
    await audit(world.db);
  });
});

describe('the address for results', () => {
  const say = (path: string, sent: object, method: 'GET' | 'POST' = 'POST') =>
    world.call<{ data: { is_final: boolean } }>(null, method, path, method === 'POST' ? sent : undefined);

  test('counts a result once, keeps one that comes before its message is known, and refuses strangers', async () => {
    await operator.settings({ receipts: false });
    const link = await add();
    const path = await callbackOf(link);
    const uuid = await world.send(ntc(2));
    await world.until(uuid, ({ submitted }) => submitted === 2);
    const { rows } = await sql<{ operator_id: string }>`
      SELECT operator_id FROM message WHERE campaign = ${uuid} ORDER BY operator_id`.execute(world.db);
    const [first, second] = rows.map((row) => row.operator_id) as [string, string];

    const strange = path.replace(/.\/$/, path.endsWith('a/') ? 'b/' : 'a/');
    for (const wrong of [strange, path.replace(link.uuid, '01890000-0000-7000-8000-000000000001')])
      expect((await say(wrong, { id: first, state: 'DELIVRD' })).status).toBe(404);
    expect((await world.campaign(uuid)).delivered).toBe(0);

    expect((await say(path, { id: first, state: 'ENROUTE' })).body.data.is_final).toBe(false);
    for (const state of ['DELIVRD', 'DELIVRD', 'UNDELIV'])
      expect((await say(path, { id: first, state })).body.data.is_final).toBe(true);
    expect(await world.campaign(uuid)).toMatchObject({ delivered: 1, undelivered: 0, submitted: 1 });

    expect((await say(`${path}?id=${second}&state=DELIVRD`, {}, 'GET')).status).toBe(200);
    expect((await world.campaign(uuid)).delivered).toBe(2);

    expect((await say(path, { id: 'nobody', state: 'DELIVRD' })).status).toBe(200);
    for (const bad of [{}, { id: { a: 1 }, state: [] }, { id: '', state: 'DELIVRD' }])
      expect((await say(path, bad)).body.data.is_final).toBe(false);
    expect((await world.campaign(uuid)).delivered).toBe(2);
    await audit(world.db);
  });

  test('takes forms too, and is known only to who may change links', async () => {
    await operator.settings({ receipts: false });
    const link = await add();
    const uuid = await world.send(ntc(1));
    await world.until(uuid, ({ submitted }) => submitted === 1);
    const { rows } = await sql<{ id: string }>`
      SELECT operator_id AS id FROM message WHERE campaign = ${uuid}`.execute(world.db);
    const answer = await world.app.inject({
      ...{
        method: 'POST',
        url: await callbackOf(link),
        payload: `id=${rows[0]?.id}&state=UNDELIV&error=006`,
      },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.statusCode).toBe(200);
    expect((await world.campaign(uuid)).undelivered).toBe(1);
    const secret = (await callbackOf(link)).split('/').at(-2) as string;
    const seen = await Promise.all(
      ['', `${link.uuid}/`].map((path) => world.call('admin', 'GET', `${LINKS}${path}`)),
    );
    const { rows: log } = await sql`SELECT before, after FROM audit_entry`.execute(world.db);
    for (const text of [...seen.map((one) => one.text), JSON.stringify(log)]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain('"password":"demo"');
    }
    expect((await world.call('support', 'GET', `${LINKS}${link.uuid}/callback/`)).status).toBe(403);
  });
});

test('what the operator does not answer stays unknown and held, and is never sent again', async () => {
  await operator.settings({ answers: 'silent', receipts: false });
  await add({ http_timeout: 1 });
  const uuid = await world.send(ntc(3));
  const { unknown } = await world.until(uuid, (campaign) => campaign.unknown === 3);
  await operator.settings({ answers: 'proper' });
  const other = await world.send(ntc(3, 100));
  await world.until(other, ({ submitted }) => submitted === 3);
  expect([unknown, await operator.stats()]).toMatchObject([3, { messages: 6, duplicates: 0 }]);
  await audit(world.db);
});

test('a killed server sends nothing twice; what the operator had taken is settled by its reports', async () => {
  await operator.settings({ latency: 50 });
  await add({}, { window: 20 });
  const server = await startServer({
    DATABASE_URL: world.url,
    API_URL: world.callbackBase,
    OPERATOR_ALLOW_PRIVATE: 'true',
  });
  await soon(async () => expect((await world.link('http')).workers).toBe(2));
  const uuid = await world.send(ntc(200, 1000));
  await world.until(uuid, ({ delivered }) => delivered > 40);
  await server.kill('SIGKILL');
  await server.restart();
  const done = await world.until(uuid, ({ status, submitted }) => status === 'completed' && submitted === 0);
  const { messages, duplicates } = await operator.stats();
  expect(duplicates).toBe(0);
  expect(done.unknown).toBeLessThanOrEqual(10);
  expect(done.delivered + done.unknown).toBe(200);
  expect(messages).toBeGreaterThanOrEqual(done.delivered);
  await soon(async () => expect((await world.campaign(uuid)).delivered).toBe(messages));
  await server.kill('SIGTERM');
  await audit(world.db);
}, 90_000);

describe('settings', () => {
  test('each that cannot be used is named, with the reason, and nothing is saved', async () => {
    const cases: [Partial<HttpSettings>, keyof HttpSettings, RegExp][] = [
      [{ http_url: '' }, 'http_url', /Required/],
      [{ http_url: 'ftp://operator.example/' }, 'http_url', /https:/],
      [{ http_url: 'https://{{to}}.operator.example/' }, 'http_url', /https:/],
      [{ http_url: 'https://operator.example/?token=abc' }, 'http_url', /own field/],
      [{ http_body: '{"to": {{to}}, "text": "{{text}}"}' }, 'http_body', /not valid JSON/],
      [{ http_body: '{"to": "{{to}}"}' }, 'http_body', /\{\{text\}\}/],
      [{ http_body: '{"to": "{{to}}", "text": "{{texte}}"}' }, 'http_body', /placeholder/],
      [{ http_body: '{"to": "{{to}}", "text": "{{text}}", "api_key": "abc"}' }, 'http_body', /own field/],
      [{ http_headers: 'Authorization: Bearer abc' }, 'http_headers', /own field/],
      [{ http_headers: 'no colon' }, 'http_headers', /one header per line/],
      [{ http_accepted_status: '2xx' }, 'http_accepted_status', /200-299/],
      [{ http_accepted_value: '' }, 'http_accepted_value', /Required/],
      [{ http_id_path: 'data..id' }, 'http_id_path', /dots/],
      [{ http_receipt_words: 'GOOD = arrived' }, 'http_receipt_words', /delivered/],
      [{ http_receipts: 'poll', http_poll_url: 'https://operator.example/' }, 'http_poll_url', /message_id/],
      [{ http_timeout: 0 }, 'http_timeout', /1/],
    ];
    for (const [change, field, reason] of cases) {
      const answer = await post('', httpInput('http', operator.url, change));
      expect([answer.status, Object.keys(answer.body.errors ?? {})], answer.text).toEqual([400, [field]]);
      expect(answer.body.errors[field]?.[0]).toMatch(reason);
    }
    const answer = await post('', { ...httpInput('http', operator.url), password: '' });
    expect(Object.keys(answer.body.errors)).toEqual(['password']);
    expect(await world.links()).toEqual([]);
  });

  test('an SMPP link still needs its own, and neither kind becomes the other', async () => {
    const { host: _, ...rest } = inputOf('smpp://demo:demo@127.0.0.1:9');
    expect(Object.keys((await post('', { name: 'smpp', ...rest })).body.errors)).toEqual(['host']);
    const { uuid } = await add();
    const put = (change: object) => {
      const { name: __, kind: ___, password: ____, ...body } = httpInput('http', operator.url);
      return world.call<Refused>('admin', 'PUT', `${LINKS}${uuid}/`, { ...body, ...change });
    };
    expect(Object.keys((await put({ kind: 'smpp' })).body.errors)).toEqual(['kind']);
    expect((await put({ http_timeout: 9 })).status).toBe(200);
    expect(await world.link('http')).toMatchObject({
      kind: 'http',
      http_timeout: 9,
      host: '127.0.0.1',
      tls: false,
    });
  });

  test('the stored secret goes to no other address', async () => {
    const { uuid } = await add();
    const { name: _, kind: __, password: ___, ...body } = httpInput('http', operator.url);
    for (const change of [
      { http_url: 'https://thief.example/sms/' },
      { http_check_url: 'https://thief.example/?x={{secret}}' },
      { http_poll_url: 'https://thief.example/{{message_id}}/?x={{secret}}' },
    ]) {
      const answer = await world.call<Refused>('admin', 'PUT', `${LINKS}${uuid}/`, { ...body, ...change });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['password']]);
      const tested = await post('test/', { ...httpInput('http', operator.url, change), password: '', uuid });
      expect([tested.status, Object.keys(tested.body.errors)]).toEqual([400, ['password']]);
    }
  });
});

describe('a test of the settings', () => {
  const tried = async (body: object): Promise<LinkTest> => {
    const answer = await world.call<{ data: LinkTest }>('admin', 'POST', `${LINKS}test/`, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const http = (change: Partial<HttpSettings>, more: object = {}) =>
    tried({ ...httpInput('http', operator.url, change), ...more });

  test('calls the operator, says what came of it, and sends and saves nothing', async () => {
    expect(await http({})).toMatchObject({ result: 'signed_in', milliseconds: expect.any(Number) });
    expect(await http({}, { password: 'wrong' })).toMatchObject({
      result: 'refused_login',
      detail: 'HTTP 401',
    });
    expect(await http({ http_check_url: '' })).toMatchObject({ result: 'reached' });
    expect(await http({ http_check_url: `${operator.url}/nothing/?token={{secret}}` })).toMatchObject({
      ...{ result: 'failed', detail: 'HTTP 404' },
    });
    const nowhere = 'http://127.0.0.1:9/sms/';
    expect(await http({ http_url: nowhere, http_check_url: '' })).toMatchObject({
      result: 'refused_connection',
    });
    expect((await operator.stats()).pdus).toBe(0);
    expect(await world.links()).toEqual([]);
  });

  test('uses the stored secret of a link', async () => {
    const { uuid } = await add();
    expect(await http({}, { password: '', uuid })).toMatchObject({ result: 'signed_in' });
  });

  test('binds to an SMPP operator', async () => {
    const smpp = await startSimulator({});
    const input = { name: 'smpp', ...inputOf(smpp.url) };
    expect(await tried(input)).toMatchObject({ result: 'signed_in' });
    expect(await tried({ ...input, password: 'wrong' })).toMatchObject({ result: 'refused_login' });
    expect((await smpp.stats()).sessions).toBe(0);
    await smpp.kill();
    expect(await tried(input)).toMatchObject({ result: 'refused_connection' });
  });

  test('binds a transmitter and a receiver once, and says why the second is refused', async () => {
    let status = 0;
    const { url, binds } = await scripted.operator(
      () => {},
      ({ command }) => (command === 'bind_receiver' ? status : 0),
    );
    const input = { name: 'smpp', ...inputOf(url), bind_mode: 'separate' };
    expect(await tried(input)).toMatchObject({ result: 'signed_in' });
    status = 5;
    expect(await tried(input)).toMatchObject({ result: 'failed', detail: 'bind refused: ESME_RALYBND' });
    expect(binds).toHaveLength(4);
  });
});
