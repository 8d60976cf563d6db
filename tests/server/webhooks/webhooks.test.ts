import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type NewWebhook,
  type Webhook,
  type WebhookAnswer,
  type WebhookDelivery,
  webhook,
  webhookDelivery,
} from '#schema/webhook.ts';
import { sign } from '../../../server/services/webhooks/post.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { freePort } from '../../support/ports.ts';
import { type Received, type Receiver, startReceiver } from '../../support/receiver.ts';

let world: TestApp;
let strict: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  [world, strict, receiver] = await Promise.all([
    createTestApp({ environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } }),
    createTestApp(),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await Promise.all([world.close(), strict.close(), receiver.close()]);
});
afterEach(() => {
  receiver.answer = (response) => response.writeHead(204).end();
});

const PATH = webhook.path;
const EVENTS = ['message.delivered', 'campaign.completed'];

async function make(change: object = {}, as: User = 'customer'): Promise<NewWebhook> {
  const made = await world.call<{ data: NewWebhook }>(as, 'POST', PATH, {
    ...{ url: receiver.url, events: EVENTS },
    ...change,
  });
  expect(made.status, made.text).toBe(201);
  return made.body.data;
}
const remove = (uuid: string, as: User = 'customer') => world.call(as, 'DELETE', `${PATH}${uuid}/`);
const ping = async (uuid: string): Promise<WebhookAnswer> =>
  (await world.call<{ data: WebhookAnswer }>('customer', 'POST', `${PATH}${uuid}/test/`)).body.data;

describe('a webhook', () => {
  test('is made with a secret that is shown once, changed, and deleted with its log', async () => {
    const made = await make();
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toMatchObject({ is_active: true, failing_since: null, events: EVENTS });
    await ping(made.uuid);
    const path = `${PATH}${made.uuid}/`;
    const read = await world.call<{ data: Webhook }>('customer', 'GET', path);
    expect(Object.keys(read.body.data).filter((name) => /secret/.test(name))).toEqual([]);
    const change = { url: `${receiver.url}/2`, events: ['message.rejected'], is_active: false };
    const changed = await world.call<{ data: Webhook }>('customer', 'PUT', path, change);
    expect(changed.body.data).toMatchObject(change);
    expect((await remove(made.uuid)).status).toBe(204);
    const log = await world.call<{ count: number }>('customer', 'GET', webhookDelivery.path);
    expect(log.body.count).toBe(0);
    const { rows } = await sql<{ all: string }>`
      SELECT string_agg(a::text, ' ') AS all FROM audit_entry a WHERE record = ${made.uuid}`.execute(
      world.db,
    );
    expect(rows[0]?.all).toContain('rejected');
    expect(rows[0]?.all).not.toContain(made.secret.slice(6));
  });

  test('is kept in one form, in the log too', async () => {
    const port = new URL(receiver.url).port;
    const made = await make({ url: ` HTTP://LocalHost:${port}/a/../hook ` });
    expect(made.url).toBe(`http://localhost:${port}/hook`);
    const path = `${PATH}${made.uuid}/`;
    const change = { url: 'https://नेपाल.com:443', events: EVENTS, is_active: false };
    const changed = await world.call<{ data: Webhook }>('customer', 'PUT', path, change);
    expect(changed.body.data.url).toBe('https://xn--l2bey1c2b.com/');
    const { rows } = await sql<{ url: string }>`
      SELECT after->>'url' AS url FROM audit_entry WHERE record = ${made.uuid} ORDER BY uuid`.execute(
      world.db,
    );
    expect(rows.map(({ url }) => url)).toEqual([made.url, changed.body.data.url]);
    await remove(made.uuid);
  });

  test('of before keeps working as it was stored', async () => {
    const made = await make();
    const stored = receiver.url.replace('http://127.0.0.1', 'HTTP://127.1');
    await sql`UPDATE webhook SET url = ${stored} WHERE uuid = ${made.uuid}`.execute(world.db);
    expect(await ping(made.uuid)).toMatchObject({ ok: true, http_status: 204 });
    await remove(made.uuid);
  });

  test('is the account’s own', async () => {
    const made = await make();
    const path = `${PATH}${made.uuid}/`;
    await ping(made.uuid);
    for (const [method, at] of [
      ['GET', path],
      ['POST', `${path}test/`],
      ['POST', `${path}rotate-secret/`],
      ['DELETE', path],
    ])
      expect((await world.call('other', method as string, at as string)).status, at).toBe(404);
    const log = await world.call<{ count: number }>('other', 'GET', webhookDelivery.path);
    expect(log.body.count).toBe(0);
    expect((await world.call('support', 'GET', PATH)).status).toBe(403);
    await remove(made.uuid);
  });

  test.each([
    [{ url: 'ftp://example.com' }, 'url'],
    [{ url: 'https://name:password@example.com/' }, 'url'],
    [{ url: 'example.com' }, 'url'],
    [{ url: '' }, 'url'],
    [{ url: 'https://example.com/\r\nHost: other' }, 'url'],
    [{ url: 'https://exam\tple.com/' }, 'url'],
    [{ url: 'https://example.com:25/' }, 'url'],
    [{ url: 'https://example.com/#part' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['message.sent'] }, 'events.0'],
  ])('is refused with %j', async (change, field) => {
    const body = { url: 'https://example.com/', events: EVENTS, ...change };
    const answer = await strict.call<{ errors: object }>('customer', 'POST', PATH, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  test.each([
    'http://example.com/hook',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://localhost/',
    'https://printer.local/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
  ])('leads to no private address: %s', async (url) => {
    const made = await strict.call<{ errors: object }>('customer', 'POST', PATH, { url, events: EVENTS });
    expect(made.status).toBe(400);
    expect(Object.keys(made.body.errors)).toEqual(['url']);
  });

  test('there are at most ten of an account', async () => {
    const made = [];
    for (let n = 0; n < 10; n++) made.push(await make({}, 'other'));
    const more = await world.call('other', 'POST', PATH, { url: receiver.url, events: EVENTS });
    expect(more.status).toBe(409);
    for (const { uuid } of made) await remove(uuid, 'other');
  });
});

describe('the test', () => {
  test('sends a signed ping, answers what came of it, and leaves a line in the log', async () => {
    const made = await make();
    receiver.received.length = 0;
    receiver.answer = (response) => response.writeHead(200).end('Namaste');
    expect(await ping(made.uuid)).toMatchObject({
      ...{ ok: true, http_status: 200, error: null, answer: 'Namaste' },
    });
    const { headers, body, json } = receiver.received[0] as Received;
    expect(json).toMatchObject({ type: 'batch', data: [{ type: 'ping', data: { webhook: made.uuid } }] });
    // The scheme written out, beside the server's own function.
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(made.secret.slice('whsec_'.length), 'base64');
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    expect(headers['webhook-signature']).toBe(expected);
    // A provider sends under its own name.
    expect(headers['user-agent']).toMatch(/^(?!.*console)[\w-]+\/[\d.]+$/i);
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    const log = await world.call<{ results: WebhookDelivery[] }>(
      ...(['customer', 'GET', `${webhookDelivery.path}?webhook=${made.uuid}`] as const),
    );
    expect(log.body.results).toMatchObject([
      { kind: 'ping', status: 'delivered', event_count: 1, attempts: 1, http_status: 200 },
    ]);
    await remove(made.uuid);
  });

  test('says what went wrong, and follows no redirect', async () => {
    const made = await make();
    receiver.received.length = 0;
    receiver.answer = (response) => response.writeHead(302, { location: receiver.url }).end();
    expect(await ping(made.uuid)).toMatchObject({
      ...{ ok: false, http_status: 302, error: 'The server responded with 302. Redirects are not followed.' },
    });
    expect(receiver.received).toHaveLength(1);
    receiver.answer = (response) => response.writeHead(500).end('broken');
    expect(await ping(made.uuid)).toMatchObject({
      ...{
        http_status: 500,
        error: 'The server responded with 500. Only 200 to 299 counts as delivered.',
        answer: 'broken',
      },
    });
    receiver.answer = (response) => response.destroy();
    expect(await ping(made.uuid)).toMatchObject({
      ...{ http_status: null, error: 'The connection was closed before a response.' },
    });
    await world.call('customer', 'PUT', `${PATH}${made.uuid}/`, {
      ...{ url: `http://127.0.0.1:${await freePort()}/`, events: EVENTS, is_active: true },
    });
    expect(await ping(made.uuid)).toMatchObject({ http_status: null, error: 'The connection was refused.' });
    await remove(made.uuid);
  });

  test('reads no more of an endless answer than it must', async () => {
    const made = await make();
    receiver.answer = (response) => {
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) {}
      };
      response.on('drain', write).on('error', () => {});
      write();
    };
    const answer = await ping(made.uuid);
    expect(answer).toMatchObject({ ok: true, http_status: 200 });
    expect(answer.answer).toHaveLength(1000);
    await remove(made.uuid);
  });

  /** Replaces the secret of a webhook, under a key if there is one; returns the new one. */
  async function rotate(uuid: string, key?: string): Promise<string> {
    const answer = await world.app.inject({
      ...{ method: 'POST', url: `${PATH}${uuid}/rotate-secret/` },
      headers: { authorization: `Token ${world.tokens.customer}`, ...(key && { 'idempotency-key': key }) },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: NewWebhook }>().data.secret;
  }

  /** The signatures of a ping: those that were sent, and the ones that two secrets make. */
  async function signaturesOf(uuid: string, secret: string, before: string) {
    receiver.received.length = 0;
    await ping(uuid);
    const { headers, body } = receiver.received[0] as Received;
    const by = (key: string) =>
      sign(key, String(headers['webhook-id']), Number(headers['webhook-timestamp']), body);
    return { sent: String(headers['webhook-signature']), fresh: by(secret), former: by(before) };
  }

  test('a secret that is replaced again under one key is replaced once: the former one still signs', async () => {
    const made = await make();
    const secret = await rotate(made.uuid, 'replace-1');
    expect(await rotate(made.uuid, 'replace-1')).toBe(secret);
    const both = await signaturesOf(made.uuid, secret, made.secret);
    expect(both.sent).toBe(`${both.fresh} ${both.former}`);
    const { rows } = await sql<{ answer: object }>`
      SELECT answer FROM idempotency_key WHERE key = 'replace-1'`.execute(world.db);
    expect(rows).toEqual([{ answer: { uuid: made.uuid } }]);
    const { rows: entries } = await sql`
      SELECT FROM audit_entry WHERE record = ${made.uuid} AND action = 'rotate-secret'`.execute(world.db);
    expect(entries).toHaveLength(1);
    expect(await rotate(made.uuid, 'replace-2')).not.toBe(secret);
    await remove(made.uuid);
  });

  test('a new secret signs beside the old one for a day', async () => {
    const made = await make();
    const secret = await rotate(made.uuid);
    expect(secret).not.toBe(made.secret);
    const signatures = () => signaturesOf(made.uuid, secret, made.secret);
    const both = await signatures();
    expect(both.sent).toBe(`${both.fresh} ${both.former}`);
    await sql`UPDATE webhook SET former_until = now() WHERE uuid = ${made.uuid}`.execute(world.db);
    const one = await signatures();
    expect(one.sent).toBe(one.fresh);
    await remove(made.uuid);
  });
});
