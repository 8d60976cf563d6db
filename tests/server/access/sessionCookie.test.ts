import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { createTestApp, PASSWORD, type TestApp, users } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({
    environment: { SESSION_COOKIE: 'httponly', SESSION_IDLE_MINUTES: '15', TRUST_PROXY: 'true' },
  });
});
afterAll(() => world.close());

const PROFILE = '/v1/autho/user/profile/';

/** A browser: it keeps cookies, and sends the mark and the XSRF token as the console does. */
function browser(protocol: 'http' | 'https' = 'https') {
  const jar = new Map<string, string>();
  const own = {
    jar,
    mark: '',
    set: [] as string[],
    async ask(method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = {}) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await world.app.inject({
        method,
        url,
        headers: {
          'x-forwarded-proto': protocol,
          ...(cookie && { cookie }),
          ...(own.mark && { authorization: `Token ${own.mark}` }),
          ...(jar.has('XSRF-TOKEN') && { 'x-xsrf-token': jar.get('XSRF-TOKEN') }),
          ...headers,
        },
        ...(payload && { payload }),
      });
      own.set = [answer.headers['set-cookie'] ?? []].flat();
      for (const line of own.set) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/Max-Age=0/.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    },
    async signIn(email: string = users.customer, door = '/v1/login/') {
      await own.ask('GET', '/v1/nothing/');
      const answer = await own.ask('POST', door, { email, password: PASSWORD });
      own.mark = answer.json<{ data: { token: string } }>().data.token;
      return answer;
    },
  };
  return own;
}

test('the token goes into a cookie that no script reads; the answer has only a mark', async () => {
  const one = browser();
  const answer = await one.signIn();
  expect(one.mark).toMatch(/^session-in-cookie-[\w-]{16}$/);
  expect(one.set.find((line) => line.startsWith('__Host-session='))).toMatch(
    /^__Host-session=[\w-]{43}; Path=\/; Max-Age=72000; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect(answer.body).not.toContain(one.jar.get('__Host-session'));
  expect((await one.ask('GET', PROFILE)).statusCode).toBe(200);
  const plain = browser('http');
  await plain.signIn();
  expect(plain.jar.has('session')).toBe(true);
});

test('neither the mark without the cookie nor the cookie without the mark opens anything', async () => {
  const one = browser();
  await one.signIn();
  const stolen = browser();
  stolen.mark = one.mark;
  expect((await stolen.ask('GET', PROFILE)).statusCode).toBe(401);
  one.mark = '';
  expect((await one.ask('GET', PROFILE)).statusCode).toBe(401);
});

test('what changes something needs the XSRF cookie and its header', async () => {
  const one = browser();
  await one.signIn();
  const make = (headers = {}) =>
    one.ask('POST', '/v1/sms/templates/', { name: `T ${Math.random()}`, body: 'x' }, headers);
  expect((await make()).statusCode).toBe(201);
  expect((await make({ 'x-xsrf-token': 'other' })).statusCode).toBe(403);
  one.jar.delete('XSRF-TOKEN');
  expect((await make()).statusCode).toBe(403);
});

test('signing out ends the session and takes the cookie away', async () => {
  const one = browser();
  await one.signIn();
  const kept = new Map(one.jar);
  expect((await one.ask('POST', '/v1/autho/logout/', {})).statusCode).toBe(200);
  expect(one.jar.has('__Host-session')).toBe(false);
  for (const [name, value] of kept) one.jar.set(name, value);
  expect((await one.ask('GET', PROFILE)).statusCode).toBe(401);
});

test('staff go on as a customer and come back, each with a cookie of its own', async () => {
  const one = browser();
  await one.signIn(users.admin, '/v1/login/admin/');
  const own = one.mark;
  const { rows } = await sql<{
    uuid: string;
  }>`SELECT uuid FROM users WHERE email = ${users.customer}`.execute(world.db);
  const answer = await one.ask('POST', `/v1/autho/users/${rows[0]?.uuid}/sign-in-as/`, {
    reason: 'Ticket 12',
  });
  one.mark = answer.json<{ data: { token: string } }>().data.token;
  expect(one.mark).toMatch(/^acting-in-cookie-/);
  expect((await one.ask('GET', PROFILE)).json().data.email).toBe(users.customer);
  expect((await one.ask('POST', '/v1/autho/logout/', {})).statusCode).toBe(200);
  expect((await one.ask('GET', PROFILE)).statusCode).toBe(401);
  one.mark = own;
  expect((await one.ask('GET', PROFILE)).json().data.email).toBe(users.admin);
});

test('API keys and tokens in the header go on as they were', async () => {
  expect((await world.call('customer', 'GET', PROFILE)).status).toBe(200);
});

test('a session ends when it is idle for the configured minutes', async () => {
  const one = browser();
  await one.signIn();
  const its = sql`hash = sha256(${one.jar.get('__Host-session')}::text::bytea)`;
  const wait = (minutes: number) =>
    sql`UPDATE token SET last_seen_at = now() - make_interval(mins => ${minutes}) WHERE ${its}`.execute(
      world.db,
    );
  await wait(14);
  expect((await one.ask('GET', PROFILE)).statusCode).toBe(200);
  // That it was seen now is written beside the answer.
  await expect
    .poll(async () => {
      const { rows } =
        await sql`SELECT FROM token WHERE ${its} AND last_seen_at > now() - interval '1 minute'`.execute(
          world.db,
        );
      return rows.length;
    })
    .toBe(1);
  await wait(16);
  const answer = await one.ask('GET', PROFILE);
  expect([answer.statusCode, answer.json<Failure>().code]).toEqual([401, 'unauthenticated']);
});
