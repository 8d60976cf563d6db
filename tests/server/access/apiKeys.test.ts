import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiKey, apiKey, type NewApiKey } from '#schema/apiKey.ts';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { grantable } from '#schema/keyPairs.ts';
import { roles } from '#schema/permissions.ts';
import { isListed } from '../../../server/services/access/apiKeys.ts';
import { createTestApp, multipart, PASSWORD, type TestApp, type User } from '../../support/app.ts';
import { soon } from '../../support/soon.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ environment: { API_KEY_RATE: '40', TRUST_PROXY: 'true' } });
});
afterAll(() => world.close());

const SENDING = [
  ['bulk-sms', 'post'],
  ['campaign-list', 'get'],
  ['sms-dispatch', 'get'],
] as const;

async function make(change: object = {}, as: User = 'customer', app = world): Promise<NewApiKey> {
  const body = { name: 'Shop', pairs: SENDING, password: PASSWORD, ...change };
  const made = await app.call<{ data: NewApiKey }>(as, 'POST', apiKey.path, body);
  expect(made.status, made.text).toBe(201);
  return made.body.data;
}

/** Asks with a key as a program does. */
async function ask(
  key: { secret: string },
  method: string,
  url: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await world.app.inject({
    ...{ method, url },
    headers: {
      authorization: `Token ${key.secret}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  } as InjectOptions);
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

describe('making a key', () => {
  test('shows the secret once and keeps only its hash', async () => {
    const key = await make({ name: 'Billing' });
    expect(key.secret).toMatch(/^bsk_[\w-]{43}$/);
    expect(key).toMatchObject({ prefix: key.secret.slice(0, 10), made_by: 'Sita Sharma', is_active: true });
    const again = await world.call<{ data: ApiKey }>('customer', 'GET', `${apiKey.path}${key.uuid}/`);
    expect(Object.keys(again.body.data)).not.toContain('secret');
    const { rows } = await sql`
      SELECT FROM api_key WHERE uuid = ${key.uuid} AND hash = sha256(${key.secret}::text::bytea)`.execute(
      world.db,
    );
    expect(rows).toHaveLength(1);
    const stored = await sql<{ all: string }>`
      SELECT string_agg(t::text, ' ') AS all FROM (SELECT k::text AS t FROM api_key k
        UNION ALL SELECT a::text FROM audit_entry a) t`.execute(world.db);
    expect(stored.rows[0]?.all).toContain('Billing');
    expect(stored.rows[0]?.all).not.toContain(key.secret.slice(10));
  });

  test.each([
    [{ pairs: [['user-list', 'get']] }, 'pairs'],
    [{ pairs: [['api-key-list', 'post']] }, 'pairs'],
    [{ pairs: [['webhook-list', 'post']] }, 'pairs'],
    [{ pairs: [['profile-my', 'post']] }, 'pairs'],
    [{ pairs: [] }, 'pairs'],
    [{ pairs: [['bulk-sms', 'delete']] }, 'pairs.0.1'],
    [{ name: ' ' }, 'name'],
    [{ addresses: ['203.0.113.0/33'] }, 'addresses.0'],
    [{ addresses: ['example.com'] }, 'addresses.0'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  ])('is refused with %j', async (change, field) => {
    const body = { name: 'Shop', pairs: SENDING, password: PASSWORD, ...change };
    const answer = await world.call<{ errors: object }>('customer', 'POST', apiKey.path, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  test('no key of anybody may make keys, change users or sign in as a customer', () => {
    const names = grantable(roles.customer, 'customer')
      .concat(grantable(roles.admin, 'admin'))
      .map((pair) => pair.join(' '));
    for (const pair of ['api-key-list post', 'webhook-list post', 'user-list post', 'sign-in-as get'])
      expect(names).not.toContain(pair);
    expect(names).toContain('bulk-sms post');
  });

  test('is the account’s own business, and for who holds the pair', async () => {
    const key = await make();
    expect((await world.call('other', 'GET', `${apiKey.path}${key.uuid}/`)).status).toBe(404);
    expect((await world.call('other', 'POST', `${apiKey.path}${key.uuid}/revoke/`)).status).toBe(404);
    expect((await world.call('support', 'GET', apiKey.path)).status).toBe(403);
    const listed = await world.call<{ count: number }>('other', 'GET', apiKey.path);
    expect(listed.body.count).toBe(0);
  });
});

describe('a request with a key', () => {
  test('does what the key may and nothing else', async () => {
    const key = await make();
    expect((await ask(key, 'GET', '/v1/sms/compose/')).status).toBe(200);
    expect((await ask(key, 'GET', '/v1/core/contacts/')).status).toBe(403);
    const bearer = await ask(key, 'GET', '/v1/sms/compose/', {
      headers: { authorization: `Bearer ${key.secret}` },
    });
    expect(bearer.status).toBe(200);
  });

  test('never does more than its user may now', async () => {
    const key = await make({ pairs: [...SENDING, ['contact-list', 'get']] });
    expect((await ask(key, 'GET', '/v1/core/contacts/')).status).toBe(200);
    await sql`
      UPDATE users SET ui_permissions = '[["campaign-list","get"]]' WHERE email = 'customer@demo.test'`.execute(
      world.db,
    );
    expect((await ask(key, 'GET', '/v1/core/contacts/')).status).toBe(403);
    expect((await ask(key, 'GET', '/v1/sms/compose/')).status).toBe(200);
    await sql`UPDATE users SET ui_permissions = NULL WHERE email = 'customer@demo.test'`.execute(world.db);
  });

  test.each([
    ['POST', '/v1/autho/user/change-password/', { old_password: 'a', new_password: 'b' }],
    ['POST', '/v1/autho/logout/', undefined],
    ['GET', '/v1/autho/sessions/', undefined],
    ['POST', '/v1/autho/sessions/end-others/', undefined],
    ['PUT', '/v1/autho/user/profile/', { name: 'Somebody' }],
    ['POST', '/v1/autho/kyc/submit/', {}],
    ['GET', '/v1/autho/kyc/', undefined],
    ['POST', apiKey.path, { name: 'More', pairs: SENDING }],
  ])('is refused what is a person’s own business: %s %s', async (method, path, body) => {
    const key = await make({ pairs: grantable(roles.customer, 'customer') });
    const answer = await ask(key, method, path, body === undefined ? {} : { body });
    expect(answer.status).toBe(403);
  });

  test('reads its user’s profile only with the pair for it, and the balance with that for the wallet', async () => {
    const path = '/v1/autho/user/profile/';
    expect((await ask(await make(), 'GET', path)).status).toBe(403);
    const profiled = [...SENDING, ['profile-my', 'get']];
    const { body } = await ask(await make({ pairs: profiled }), 'GET', path);
    expect(body.data).toMatchObject({ email: 'customer@demo.test', wallet: { balance: null } });
    expect(body.data.ui_permissions).toEqual(profiled);
    const whole = await ask(await make({ pairs: [...profiled, ['topup-list', 'get']] }), 'GET', path);
    expect(whole.body.data.wallet.balance).toBeGreaterThan(0);
    const account = await ask(await make(), 'GET', '/v1/autho/accounts/');
    expect(account.status).toBe(403);
  });

  test('does not get its user’s address from what is mailed, either', async () => {
    const key = await make({ pairs: [...SENDING, ['credit-daily-consumption', 'get']] });
    expect((await ask(key, 'GET', '/v1/core/reports/mail/')).status).toBe(403);
  });

  test('reads prices, and uploads a sheet', async () => {
    const key = await make();
    expect((await ask(key, 'GET', '/v1/sms/configs/')).status).toBe(200);
    const { payload, headers } = multipart('phone\n9841000001\n');
    const upload = await world.app.inject({
      ...{ method: 'POST', url: '/v1/core/upload/file/public/', payload },
      headers: { ...headers, authorization: `Token ${key.secret}` },
    });
    expect(upload.statusCode).toBe(201);
  });

  test('is counted for each key', async () => {
    const [busy, calm] = [await make(), await make()];
    const answers = [];
    for (let n = 0; n < 41; n++) answers.push(await ask(busy, 'GET', '/v1/sms/configs/'));
    expect(answers.slice(0, 40).every(({ status }) => status === 200)).toBe(true);
    const refused = answers[40];
    expect(refused?.status).toBe(429);
    expect(refused?.body.code).toBe('too_many_requests');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(calm, 'GET', '/v1/sms/configs/')).status).toBe(200);
  });

  test('is noted with its time and address, at most once a minute', async () => {
    const key = await make();
    const used = async () =>
      (await world.call<{ data: ApiKey }>('customer', 'GET', `${apiKey.path}${key.uuid}/`)).body.data;
    expect((await used()).last_used_at).toBeNull();
    await ask(key, 'GET', '/v1/sms/configs/', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    await soon(async () => expect((await used()).last_used_ip).toBe('203.0.113.9'));
    const first = await used();
    await ask(key, 'GET', '/v1/sms/configs/', { headers: { 'x-forwarded-for': '203.0.113.10' } });
    expect(await used()).toEqual(first);
  });
});

describe('allowed addresses', () => {
  test('let only those use the key, behind a proxy too, until the list is changed', async () => {
    const key = await make({ addresses: ['203.0.113.0/24', '2001:db8::7'] });
    const from = async (ip: string) =>
      (await ask(key, 'GET', '/v1/sms/configs/', { headers: { 'x-forwarded-for': ip } })).status;
    expect(await from('203.0.113.77')).toBe(200);
    expect(await from('::ffff:203.0.113.77')).toBe(200);
    expect(await from('2001:db8::7')).toBe(200);
    // With a port, as Azure and IIS write it.
    expect(await from('203.0.113.77:52113')).toBe(200);
    expect(await from('[2001:db8::7]:52113')).toBe(200);
    expect(await from('[2001:db8::8]:52113')).toBe(403);
    expect(await from('198.51.100.1')).toBe(403);
    expect(await from('2001:db8::8')).toBe(403);
    const path = `${apiKey.path}${key.uuid}/`;
    const changed = await world.call('customer', 'PUT', path, { name: 'Shop', addresses: ['198.51.100.1'] });
    expect(changed.status).toBe(200);
    expect(await from('203.0.113.77')).toBe(403);
    expect(await from('198.51.100.1')).toBe(200);
  });

  test.each([
    ['10.0.0.1', ['10.0.0.1'], true],
    ['10.0.0.2', ['10.0.0.1'], false],
    ['10.9.8.7', ['10.0.0.0/8'], true],
    ['2001:db8:1::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['::1', ['127.0.0.1'], false],
    [undefined, ['0.0.0.0/0'], false],
  ])('%s in %j: %s', (ip, list, expected) => expect(isListed(ip, list)).toBe(expected));
});

describe('the end of a key', () => {
  const status = async (key: NewApiKey) => (await ask(key, 'GET', '/v1/sms/configs/')).status;

  test('revoked, it is dead at once, and can be revoked or changed no more', async () => {
    const key = await make();
    expect(await status(key)).toBe(200);
    const path = `${apiKey.path}${key.uuid}/`;
    const revoked = await world.call<{ data: ApiKey }>('customer', 'POST', `${path}revoke/`);
    expect(revoked.body.data).toMatchObject({ is_active: false, revoked_at: expect.any(String) });
    const refused = await ask(key, 'GET', '/v1/sms/configs/');
    expect(refused.status).toBe(401);
    expect(refused.body.detail).toBe('This API key is unknown, expired or revoked.');
    expect((await world.call('customer', 'POST', `${path}revoke/`)).status).toBe(409);
    expect((await world.call('customer', 'PUT', path, { name: 'x', addresses: [] })).status).toBe(409);
    const { rows } = await sql<{ action: string }>`
      SELECT action FROM audit_entry WHERE record = ${key.uuid} ORDER BY uuid`.execute(world.db);
    expect(rows.map(({ action }) => action)).toEqual(['create', 'revoke']);
  });

  test('expired, or of a user or an account that is not active, it is dead', async () => {
    const key = await make({ expires_at: new Date(Date.now() + 3600_000).toISOString() });
    expect(await status(key)).toBe(200);
    await sql`UPDATE api_key SET expires_at = now() WHERE uuid = ${key.uuid}`.execute(world.db);
    expect(await status(key)).toBe(401);
    const people = await world.newCustomers();
    const other = await make({}, 'other', people);
    await sql`UPDATE users SET is_active = false WHERE email = ${people.emails.other}`.execute(world.db);
    expect(await status(other)).toBe(401);
    await sql`UPDATE users SET is_active = true WHERE email = ${people.emails.other}`.execute(world.db);
    expect(await status(other)).toBe(200);
    await sql`UPDATE account SET is_active = false WHERE uuid = ${people.accounts.other}`.execute(world.db);
    expect(await status(other)).toBe(401);
  });
});

describe('sending with a key', () => {
  const message = (change: object = {}) => ({
    ...{ name: 'Order 17', sender: world.sender, body: 'Your order is on its way.' },
    recipients: { numbers: ['9841000001', '9841000002'] },
    ...change,
  });
  const PATH = '/v1/sms/compose/';

  test('takes one request with max_cost, and with its key only once', async () => {
    const key = await make();
    const asked = { body: message({ max_cost: 1000 }), headers: { 'idempotency-key': 'order-17' } };
    const first = await ask(key, 'POST', PATH, asked);
    expect(first.status).toBe(201);
    const sent = first.body.data as Campaign;
    expect(sent).toMatchObject({ recipients: 2, status: 'preparing' });
    expect(sent.cost).toBeGreaterThan(0);
    expect((await ask(key, 'POST', PATH, asked)).body.data.uuid).toBe(sent.uuid);
  });

  test('sends nothing that costs more than max_cost, and answers the plan', async () => {
    const key = await make();
    const plan = (await ask(key, 'POST', `${PATH}plan/`, { body: message() })).body.data as Plan;
    const over = await ask(key, 'POST', PATH, { body: message({ max_cost: plan.cost - 1 }) });
    expect(over.status).toBe(409);
    expect(over.body).toMatchObject({ code: 'price_changed', data: { cost: plan.cost, recipients: 2 } });
    const exact = await ask(key, 'POST', PATH, { body: message({ max_cost: plan.cost }) });
    expect(exact.status).toBe(201);
    const neither = await ask(key, 'POST', PATH, { body: message() });
    expect(neither.status).toBe(400);
    expect(Object.keys(neither.body.errors)).toEqual(['cost']);
  });
});
