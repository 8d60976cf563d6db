import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#schema/session.ts';
import type { User } from '#schema/users.ts';
import { buildApp } from '../../../server/app.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { createTestApp, PASSWORD, type TestApp, users } from '../../support/app.ts';
import { soon } from '../../support/soon.ts';

const PATH = '/v1/autho/sessions/';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

interface Listed {
  count: number;
  next: string | null;
  previous: string | null;
  results: Session[];
}

/** Signs the customer in and answers the token. */
async function signIn(headers: Record<string, string> = {}, remoteAddress = '10.1.2.3'): Promise<string> {
  const response = await world.app.inject({
    method: 'POST',
    url: '/v1/login/',
    payload: { email: users.customer, password: PASSWORD },
    headers: { 'user-agent': FIREFOX, ...headers },
    remoteAddress,
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data.token;
}

async function as<T = unknown>(token: string, method: 'GET' | 'POST' | 'DELETE', url: string) {
  const response = await world.app.inject({ method, url, headers: { authorization: `Token ${token}` } });
  return { status: response.statusCode, body: (response.body ? response.json() : undefined) as T };
}

const list = async (token: string, query = ''): Promise<Listed> =>
  (await as<Listed>(token, 'GET', PATH + query)).body;

describe('the list of sessions', () => {
  test('says where each was started, and which one asks', async () => {
    const token = await signIn();
    const { results } = await list(token);
    expect(results[0]).toEqual({
      uuid: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      last_seen_at: expect.stringMatching(/Z$/),
      ip: '10.1.2.3',
      user_agent: FIREFOX,
      current: true,
      support: false,
    });
    expect(results.filter(({ current }) => current)).toHaveLength(1);
  });

  test('has no one else’s, no expired one, and neither token nor hash', async () => {
    const token = await signIn();
    const { count: before } = await list(token);
    await world.signIn(users.other);
    await sql`
      INSERT INTO token (hash, "user", expires_at)
      SELECT '\x01', uuid, now() - interval '1 second' FROM users WHERE email = ${users.customer}`.execute(
      world.db,
    );
    const { count, results } = await list(token);
    expect(count).toBe(before);
    expect(Object.keys(results[0] ?? {}).sort()).toEqual(
      ['created_at', 'current', 'ip', 'last_seen_at', 'support', 'user_agent', 'uuid'].sort(),
    );
  });

  test('comes in pages', async () => {
    const token = await signIn();
    await signIn();
    const first = await list(token, '?page_size=1');
    expect(first.results[0]?.current).toBe(true);
    expect(first.previous).toBeNull();
    const second = await list(token, new URL(first.next as string, 'http://localhost').search);
    expect(second.results).toHaveLength(1);
    expect(second.results[0]?.uuid).not.toBe(first.results[0]?.uuid);
    expect(second.previous).not.toBeNull();
    expect((await as(token, 'GET', `${PATH}?page_size=1001`)).status).toBe(400);
  });

  test('IPv4 in IPv6 is shown as IPv4; what is no address, and a header of junk, harm nothing', async () => {
    const plain = await signIn({}, '::ffff:192.0.2.7');
    expect((await list(plain)).results[0]?.ip).toBe('192.0.2.7');
    const odd = await signIn({ 'user-agent': `\t${'x'.repeat(5000)}` }, 'fe80::1%eth0');
    const { ip, user_agent } = (await list(odd)).results[0] as Session;
    expect([ip, user_agent?.length]).toEqual(['fe80::1', 400]);
  });

  test('an address that a proxy made up is none', async () => {
    const proxied = await createTestApp({ environment: { TRUST_PROXY: 'true' } });
    const response = await proxied.app.inject({
      method: 'POST',
      url: '/v1/login/',
      payload: { email: users.customer, password: PASSWORD },
      headers: { 'x-forwarded-for': "nowhere'; DROP TABLE token" },
    });
    expect(response.statusCode, response.body).toBe(200);
    const { rows } = await sql<{
      ip: string | null;
    }>`SELECT ip FROM token ORDER BY uuid DESC LIMIT 1`.execute(proxied.db);
    await proxied.close();
    expect(rows[0]?.ip).toBeNull();
  });
});

describe('when a session was last seen', () => {
  const seen = async (token: string): Promise<number> => {
    const { rows } = await sql<{ age: number }>`
      SELECT extract(epoch FROM now() - last_seen_at)::float8 AS age FROM token
      WHERE hash = sha256(${token}::text::bytea)`.execute(world.db);
    return rows[0]?.age ?? Number.NaN;
  };
  const setSeen = (token: string, seconds: number) =>
    sql`UPDATE token SET last_seen_at = now() - make_interval(secs => ${seconds})
      WHERE hash = sha256(${token}::text::bytea)`.execute(world.db);

  test('is written by a request after more than a minute', async () => {
    const token = await signIn();
    await setSeen(token, 61);
    await list(token);
    await expect.poll(() => seen(token), { timeout: 10_000 }).toBeLessThan(50);
  });

  test('is not written by a request within the minute', async () => {
    const token = await signIn();
    await setSeen(token, 40);
    const row = () =>
      sql`SELECT xmin::text FROM token WHERE hash = sha256(${token}::text::bytea)`.execute(world.db);
    const before = (await row()).rows;
    for (let n = 0; n < 5; n++) await list(token);
    expect((await row()).rows).toEqual(before);
  });
});

describe('ending sessions', () => {
  test('one of one’s own: its token is refused from then on', async () => {
    const [token, lost] = [await signIn(), await signIn()];
    const target = (await list(lost)).results.find(({ current }) => current) as Session;
    expect((await as(token, 'DELETE', `${PATH}${target.uuid}/`)).status).toBe(204);
    expect((await as(lost, 'GET', PATH)).status).toBe(401);
    expect((await as(token, 'GET', PATH)).status).toBe(200);
    expect((await as(token, 'DELETE', `${PATH}${target.uuid}/`)).status).toBe(404);
  });

  test('another user’s is not found and stays active, even for staff', async () => {
    const token = await signIn();
    const { uuid } = (await list(token)).results[0] as Session;
    for (const caller of ['other', 'admin'] as const)
      expect((await world.call(caller, 'DELETE', `${PATH}${uuid}/`)).status).toBe(404);
    expect((await as(token, 'GET', PATH)).status).toBe(200);
  });

  test('all others: only the one that asks is left, and other users keep theirs', async () => {
    const token = await signIn();
    const lost = await Promise.all([signIn(), signIn()]);
    const others = (await list(token)).count - 1;
    const theirs = await world.signIn(users.other);
    const answer = await as<{ data: { ended: number } }>(token, 'POST', `${PATH}end-others/`);
    expect(answer).toEqual({ status: 200, body: { data: { ended: others } } });
    expect((await list(token)).count).toBe(1);
    for (const gone of lost) expect((await as(gone, 'GET', PATH)).status).toBe(401);
    expect((await as(theirs, 'GET', PATH)).status).toBe(200);
    world.tokens.customer = await signIn();
  });

  test('needs a session and a uuid, and no pair: they are one’s own', async () => {
    expect((await world.call(null, 'GET', PATH)).status).toBe(401);
    expect((await world.call('customer', 'DELETE', `${PATH}1/`)).status).toBe(400);
    await sql`UPDATE users SET ui_permissions = '[]' WHERE email = ${users.other}`.execute(world.db);
    expect((await world.call('other', 'GET', PATH)).status).toBe(200);
    expect((await world.call('other', 'POST', `${PATH}end-others/`)).status).toBe(200);
    await sql`UPDATE users SET ui_permissions = NULL WHERE email = ${users.other}`.execute(world.db);
  });
});

describe('a session that is not used', () => {
  const settings = (staff: number | null, customers: number | null) =>
    sql`UPDATE provider_setting SET staff_idle_minutes = ${staff}, customer_idle_minutes = ${customers}`.execute(
      world.db,
    );
  // As the other tests need them: the settings of a new server, and sessions that are in use.
  afterEach(async () => {
    await settings(60, null);
    await world.renewTokens('customer', 'other', 'support', 'admin');
  });
  const unused = (email: string, minutes: number) =>
    sql`
      UPDATE token SET last_seen_at = now() - make_interval(mins => ${minutes})
      WHERE "user" = (SELECT uuid FROM users WHERE email = ${email})`.execute(world.db);
  const statusOf = async (caller: 'admin' | 'customer', minutes: number) => {
    await world.renewTokens(caller);
    await unused(users[caller], minutes);
    return (await world.call(caller, 'GET', '/v1/autho/user/profile/')).status;
  };

  test('ends after an hour for staff, and lasts its 20 hours for customers, as the settings begin', async () => {
    const { rows } =
      await sql`SELECT staff_idle_minutes, customer_idle_minutes FROM provider_setting`.execute(world.db);
    expect(rows).toEqual([{ staff_idle_minutes: 60, customer_idle_minutes: null }]);
    expect(await statusOf('admin', 59)).toBe(200);
    expect(await statusOf('admin', 61)).toBe(401);
    expect(await statusOf('customer', 1199)).toBe(200);
  });

  test('ends as the settings say, for each of the two, or not at all', async () => {
    await settings(null, 30);
    expect(await statusOf('admin', 1199)).toBe(200);
    expect(await statusOf('customer', 29)).toBe(200);
    expect(await statusOf('customer', 31)).toBe(401);
  });

  test('ends after the server’s own minutes where they are less', async () => {
    const app = await buildApp({
      ...world.deps,
      config: { ...world.deps.config, SESSION_IDLE_MINUTES: 10 },
    });
    const status = async (caller: 'admin' | 'customer', minutes: number) => {
      await world.renewTokens(caller);
      await unused(users[caller], minutes);
      const headers = { authorization: `Token ${world.tokens[caller]}` };
      return (await app.inject({ url: '/v1/autho/user/profile/', headers })).statusCode;
    };
    await settings(5, null);
    expect([await status('customer', 9), await status('customer', 11)]).toEqual([200, 401]);
    expect([await status('admin', 4), await status('admin', 6)]).toEqual([200, 401]);
    // A session that was used may be noted as used a moment later: so the one that is left out here never was.
    await sql`DELETE FROM token WHERE "user" = (SELECT uuid FROM users WHERE email = ${users.customer})`.execute(
      world.db,
    );
    await world.renewTokens('customer');
    await unused(users.customer, 11);
    const list = await app.inject({ url: PATH, headers: { authorization: `Token ${await signIn()}` } });
    expect(list.json<Listed>().count).toBe(1);
    await app.close();
  });

  test('is in no list or number any more, and is cleared away', async () => {
    await settings(60, 30);
    await sql`DELETE FROM token`.execute(world.db);
    await world.renewTokens('customer', 'admin');
    await unused(users.customer, 31);
    const token = await signIn();
    expect((await list(token)).count).toBe(1);
    const uuid = sql`(SELECT uuid FROM users WHERE email = ${users.customer})`;
    const { rows } = await sql<{ uuid: string }>`SELECT ${uuid} AS uuid`.execute(world.db);
    const seen = await world.call<{ data: User }>('admin', 'GET', `/v1/autho/users/${rows[0]?.uuid}/`);
    expect(seen.body.data.sessions).toBe(1);
    await runHousekeeping(world.db, world.deps.files);
    const { rows: left } = await sql`SELECT FROM token WHERE "user" = ${uuid}`.execute(world.db);
    expect(left).toHaveLength(1);
  });

  test('is used by being signed in as a customer, and that one ends with staff’s minutes', async () => {
    await settings(60, null);
    await world.renewTokens('admin');
    const { rows } = await sql<{
      uuid: string;
    }>`SELECT uuid FROM users WHERE email = ${users.customer}`.execute(world.db);
    const path = `/v1/autho/users/${rows[0]?.uuid}/sign-in-as/`;
    const made = await world.call<{ data: { token: string } }>('admin', 'POST', path, {
      reason: 'Asked for it',
    });
    const look = () => as(made.body.data.token, 'GET', '/v1/autho/user/profile/');
    await sql`UPDATE token SET last_seen_at = now() - interval '50 minutes'`.execute(world.db);
    expect((await look()).status).toBe(200);
    await soon(async () => {
      const { rows: own } = await sql`
        SELECT FROM token WHERE hash = sha256(${world.tokens.admin}::text::bytea)
          AND last_seen_at > now() - interval '1 minute'`.execute(world.db);
      expect(own).toHaveLength(1);
    });
    await sql`UPDATE token SET last_seen_at = now() - interval '61 minutes' WHERE actor IS NOT NULL`.execute(
      world.db,
    );
    expect((await look()).status).toBe(401);
  });
});
