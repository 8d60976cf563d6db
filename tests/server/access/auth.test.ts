import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { Profile } from '#schema/user.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { createTestApp, PASSWORD, type TestApp, users } from '../../support/app.ts';
import { soon } from '../../support/soon.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const PROFILE = '/v1/autho/user/profile/';
const login = (email: string, password = PASSWORD, path = '/v1/login/') =>
  world.call<{ data: { token: string; user?: Profile } } & Failure>(null, 'POST', path, { email, password });
const CONTACTS = '/v1/core/contacts/?page=1&page_size=25&ordering=-created_at';
/** Signs in, and asks for a list as well. */
async function loginAlso(list: string, password = PASSWORD) {
  const answer = await world.app.inject({
    ...{ method: 'POST', url: '/v1/login/', payload: { email: users.customer, password } },
    headers: { prefer: `also="${list}"` },
  });
  return { status: answer.statusCode, body: answer.json<{ data: { token: string; also?: unknown } }>() };
}
const withToken = (token: string, method: 'GET' | 'POST', url: string, payload?: object, headers = {}) =>
  world.app.inject({
    method,
    url,
    headers: { authorization: `Token ${token}`, ...headers },
    ...(payload && { payload }),
  });

describe('signing in', () => {
  test('answers a token that opens the profile, with balance and pairs', async () => {
    const { status, body } = await login(users.customer.toUpperCase());
    expect(status).toBe(200);
    const profile = (await withToken(body.data.token, 'GET', PROFILE)).json<{ data: Profile }>().data;
    expect(profile).toMatchObject({ name: 'Sita Sharma', role: 'customer', wallet: { balance: 5_000_000 } });
    expect(profile.ui_permissions).toContainEqual(['bulk-sms', 'post']);
    expect(body.data.user).toEqual(profile);
  });

  test('answers the page of a list with the session, if asked', async () => {
    await world.call('customer', 'POST', '/v1/core/contacts/', {
      name: 'Maya',
      phone: '9841000001',
      groups: [],
      attributes: {},
      is_active: true,
    });
    const { body: list } = await world.call<{ count: number }>('customer', 'GET', CONTACTS);
    expect(list.count).toBe(1);
    // A busy machine may not have it in time: then the answer is without.
    await soon(async () => expect((await loginAlso(CONTACTS)).body.data.also).toEqual(list));
  });

  test.each([
    ['that the user may not read', '/v1/admin/product-pricing/?page=1'],
    ['with parameters that it refuses', '/v1/core/contacts/?page=none'],
    ['that is none', PROFILE],
    ['of another server', `//elsewhere.test${CONTACTS}`],
  ])('answers no list %s', async (_, asked) => {
    const { status, body } = await loginAlso(asked);
    expect(status).toBe(200);
    expect(body.data).not.toHaveProperty('also');
  });

  test('answers no list to who gives a wrong password', async () => {
    const refused = await loginAlso(CONTACTS, 'wrong');
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).not.toContain('results');
  });

  test('answers one and the same whatever is wrong', async () => {
    const wrong = [
      await login(users.customer, 'wrong'),
      await login('nobody@demo.test'),
      await login(users.customer, PASSWORD, '/v1/login/admin/'),
      await login(users.admin),
    ];
    for (const { status, body } of wrong) {
      expect(status).toBe(400);
      expect({ detail: body.detail, code: body.code }).toEqual({
        detail: 'The e-mail address or password is not correct.',
        code: 'wrong_credentials',
      });
    }
    expect((await login(users.admin, PASSWORD, '/v1/login/admin/')).status).toBe(200);
  });

  test('asks for both fields in the words of the specification', async () => {
    const { status, body } = await world.call<Failure>(null, 'POST', '/v1/login/', {
      email: '',
      password: '',
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual({ email: ['Required'], password: ['Required'] });
  });

  test('of a deactivated user or account is refused, and ends at once', async () => {
    const { data } = (await login(users.other)).body;
    await sql`UPDATE users SET is_active = false WHERE email = ${users.other}`.execute(world.db);
    expect((await withToken(data.token, 'GET', PROFILE)).statusCode).toBe(401);
    expect((await login(users.other)).status).toBe(400);
    await sql`UPDATE users SET is_active = true`.execute(world.db);
    await sql`UPDATE account SET is_active = false WHERE uuid = ${world.accounts.other}`.execute(world.db);
    expect((await withToken(data.token, 'GET', PROFILE)).statusCode).toBe(401);
    await sql`UPDATE account SET is_active = true`.execute(world.db);
  });
});

describe('a token', () => {
  test('ends on the server when its owner signs out, and only it', async () => {
    const [first, second] = [
      (await login(users.customer)).body.data.token,
      (await login(users.customer)).body.data.token,
    ];
    expect((await withToken(first, 'POST', '/v1/autho/logout/')).statusCode).toBe(200);
    expect((await withToken(first, 'GET', PROFILE)).statusCode).toBe(401);
    expect((await withToken(second, 'GET', PROFILE)).statusCode).toBe(200);
  });

  test('ends after 20 hours', async () => {
    const { token } = (await login(users.customer)).body.data;
    const { rows } = await sql<{ hours: number }>`
      SELECT round(extract(epoch FROM max(expires_at) - now()) / 3600)::int AS hours FROM token t
      JOIN users u ON u.uuid = t."user" WHERE u.email = ${users.customer} AND expires_at < now() + interval '23 hours'`.execute(
      world.db,
    );
    expect(rows[0]?.hours).toBe(20);
    await sql`UPDATE token SET expires_at = now() - interval '1 second' WHERE hash = sha256(${token}::text::bytea)`.execute(
      world.db,
    );
    expect((await withToken(token, 'GET', PROFILE)).statusCode).toBe(401);
  });

  test('of a time when the database’s clock was ahead ends when it is put back', async () => {
    const { token } = (await login(users.customer)).body.data;
    const its = sql`hash = sha256(${token}::text::bytea)`;
    const move = (time: string) =>
      sql`
        UPDATE token SET last_seen_at = last_seen_at + ${time}::interval, expires_at = expires_at + ${time}::interval
        WHERE ${its}`.execute(world.db);
    // By no more than a transaction may last.
    await move('30 seconds');
    expect((await withToken(token, 'GET', PROFILE)).statusCode).toBe(200);
    await move('1 day');
    expect((await withToken(token, 'GET', PROFILE)).statusCode).toBe(401);
    // It does not come back when that time has come.
    await runHousekeeping(world.db, world.deps.files);
    expect((await sql`SELECT FROM token WHERE ${its}`.execute(world.db)).rows).toEqual([]);
  });

  test.each([
    'Token ',
    'Bearer abc',
    `bsk_${'x'.repeat(43)}`,
    'Token ../../etc',
    `Token ${'x'.repeat(5000)}`,
    '',
  ])('%j is none, and a program that sends it is told the form', async (authorization) => {
    const answer = await world.app.inject({ url: PROFILE, headers: { authorization } });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({
      code: 'unauthenticated',
      detail: authorization
        ? 'Send the whole API key in this header: “Authorization: Token bsk_...”.'
        : 'Sign in to continue.',
      request_id: expect.any(String),
    });
  });

  test('is kept only as its hash', async () => {
    const { token } = (await login(users.customer)).body.data;
    const { rows } = await sql`SELECT FROM token WHERE encode(hash, 'escape') LIKE ${`%${token}%`}`.execute(
      world.db,
    );
    expect(rows).toEqual([]);
  });
});

test('a browser that has the XSRF cookie must send it back in the header', async () => {
  const template = { name: 'X', body: 'y' };
  const send = (headers: object) =>
    withToken(world.tokens.customer, 'POST', '/v1/sms/templates/', template, headers);
  const first = await withToken(world.tokens.customer, 'GET', PROFILE);
  const value = /XSRF-TOKEN=([^;]+)/.exec(String(first.headers['set-cookie']))?.[1];
  const cookie = `a=b; XSRF-TOKEN=${value}`;
  expect((await send({ cookie })).statusCode).toBe(403);
  expect((await send({ cookie, 'x-xsrf-token': 'other' })).statusCode).toBe(403);
  expect((await send({ cookie, 'x-xsrf-token': value })).statusCode).toBe(201);
});

test('the XSRF cookie may be one that another application on a parent domain has set, as it is or decoded', async () => {
  const post = (cookie: string, sent?: string, as = world.tokens.customer) =>
    withToken(
      as,
      'POST',
      '/v1/sms/templates/',
      { name: `T${Math.random()}`, body: 'y' },
      {
        cookie,
        ...(sent !== undefined && { 'x-xsrf-token': sent }),
      },
    );
  const known: [cookie: string, sent: string | undefined, status: number][] = [
    ['XSRF-TOKEN=abc%3D%3d', 'abc==', 201],
    ['XSRF-TOKEN=abc%3D%3d', 'abc%3D%3d', 201],
    ['XSRF-TOKEN="a%2Fb"', 'a/b', 201],
    ['XSRF-TOKEN=100%', '100%', 201],
    ['XSRF-TOKEN=%E0%A4%A', '%E0%A4%A', 201],
    ['XSRF-TOKEN=abc%3D', 'abc', 403],
    ['XSRF-TOKEN=theirs; XSRF-TOKEN=ours', 'ours', 201],
    ['XSRF-TOKEN=theirs; XSRF-TOKEN=ours', '', 403],
    // An empty one is none.
    ['XSRF-TOKEN=; XSRF-TOKEN=ours', 'ours', 201],
    ['XSRF-TOKEN=; XSRF-TOKEN=ours', '', 403],
    ['XSRF-TOKEN=', undefined, 201],
  ];
  for (const [cookie, sent, status] of known)
    expect((await post(cookie, sent)).statusCode, `${cookie} ${sent}`).toBe(status);
  const given = async (cookie: string) =>
    String(
      (await withToken(world.tokens.customer, 'GET', PROFILE, undefined, { cookie })).headers['set-cookie'],
    );
  expect(await given('XSRF-TOKEN=')).toContain('XSRF-TOKEN=');
  expect(await given('XSRF-TOKEN=; XSRF-TOKEN=ours')).not.toContain('XSRF-TOKEN=');
});

test('a body that is not JSON, and a path that is not there, get the envelope', async () => {
  const headers = { authorization: `Token ${world.tokens.customer}`, 'content-type': 'application/json' };
  const broken = await world.app.inject({
    method: 'POST',
    url: '/v1/sms/templates/',
    headers,
    payload: '{"name":',
  });
  expect([broken.statusCode, broken.json().code]).toEqual([400, 'not_json']);
  const xml = { ...headers, 'content-type': 'text/xml' };
  expect(
    (await world.app.inject({ method: 'POST', url: '/v1/sms/templates/', headers: xml, payload: '<a/>' }))
      .statusCode,
  ).toBe(415);
  // Without a body schema it would otherwise be done: forms of other sites can send plain text.
  const plain = { ...headers, 'content-type': 'text/plain' };
  const renew = await world.app.inject({
    ...{ method: 'POST', url: '/v1/autho/sessions/end-others/', headers: plain, payload: 'x=1' },
  });
  expect([renew.statusCode, renew.json().code]).toEqual([415, 'unsupported_media_type']);
  const large = await world.app.inject({
    method: 'POST',
    url: '/v1/sms/templates/',
    headers,
    payload: `"${'x'.repeat(1_100_000)}"`,
  });
  expect([large.statusCode, large.json().code]).toEqual([413, 'too_large']);
  expect((await world.app.inject('/v1/nothing/')).json()).toMatchObject({ code: 'not_found' });
});
