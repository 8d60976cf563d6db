import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allows, roles } from '#schema/permissions.ts';
import type { Session } from '#schema/session.ts';
import type { Profile } from '#schema/user.ts';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import { access as table } from '../../contract/access.ts';
import { createTestApp, type TestApp, type User, users } from '../../support/app.ts';

const REASON = 'The customer asked why a campaign stopped';

let world: TestApp;
let ids: { [caller in User]: string };
beforeAll(async () => {
  world = await createTestApp();
  const { rows } = await sql<{ uuid: string; email: string }>`SELECT uuid, email FROM users`.execute(
    world.db,
  );
  const of = (email: string) => rows.find((row) => row.email === email)?.uuid as string;
  ids = Object.fromEntries(Object.entries(users).map(([caller, email]) => [caller, of(email)])) as typeof ids;
});
afterAll(() => world.close());

/** Every test starts with a session of everybody's, and no other. */
beforeEach(async () => {
  await sql`UPDATE users SET is_active = true, ui_permissions = NULL`.execute(world.db);
  await sql`DELETE FROM token`.execute(world.db);
  for (const [caller, token] of Object.entries(world.tokens))
    await sql`
      INSERT INTO token (hash, "user", expires_at)
      VALUES (sha256(${token}::text::bytea), ${ids[caller as User]}, now() + interval '1 day')`.execute(
      world.db,
    );
});

const start = (as: User | null, whom: User = 'customer', body: object = { reason: REASON }) =>
  world.call<{ data: { token: string; expires_at: string }; detail: string }>(
    as,
    'POST',
    `/v1/autho/users/${ids[whom]}/sign-in-as/`,
    body,
  );
const acting = async (as: User = 'support') => {
  const answer = await start(as);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.token;
};
const withToken = async <T = unknown>(token: string, method: string, url: string, payload?: object) => {
  const response = await world.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Token ${token}` },
    ...(payload && { payload }),
  });
  return {
    status: response.statusCode,
    body: (response.body ? response.json() : undefined) as T,
  };
};
const PROFILE = '/v1/autho/user/profile/';
const SESSIONS = '/v1/autho/sessions/';
const statusOf = async (token: string) => (await withToken(token, 'GET', PROFILE)).status;

describe('signing in as a customer', () => {
  test('shows what the customer sees, and says who looks', async () => {
    const token = await acting();
    const { body } = await withToken<{ data: Profile }>(token, 'GET', PROFILE);
    expect(body.data).toMatchObject({
      name: 'Sita Sharma',
      role: 'customer',
      account: { name: 'Himal Traders' },
      acting: { name: 'Bikash Rai' },
    });
    expect(body.data.ui_permissions).toEqual(
      roles.customer.filter((pair) => pair[1] === 'get' && allows(roles.support, pair)),
    );
    expect((await withToken(token, 'GET', '/v1/sms/templates/')).status).toBe(200);
    const own = await world.call<{ data: Profile }>('customer', 'GET', PROFILE);
    expect(own.body.data.acting).toBeNull();
  });

  test('is for support and administrators, not for customers or signed-out visitors', async () => {
    const statuses = await Promise.all(
      (['support', 'admin', 'customer', null] as const).map(
        async (caller) => (await start(caller, 'other')).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 403, 401]);
  });

  test('is refused for staff, for inactive users and for unknown users', async () => {
    for (const whom of ['admin', 'support'] as const) {
      const answer = await start('admin', whom);
      expect([answer.status, answer.body.detail]).toEqual([
        403,
        'You can sign in only as a customer, not as a staff member.',
      ]);
    }
    await sql`UPDATE users SET is_active = false WHERE uuid = ${ids.other}`.execute(world.db);
    expect((await start('admin', 'other')).status).toBe(409);
    const nobody = '01890000-0000-7000-8000-000000000000';
    const path = `/v1/autho/users/${nobody}/sign-in-as/`;
    expect((await world.call('admin', 'POST', path, { reason: REASON })).status).toBe(404);
  });

  test('needs a reason', async () => {
    for (const body of [{}, { reason: '   ' }]) {
      const answer = await start('support', 'customer', body);
      expect([answer.status, answer.body]).toMatchObject([400, { errors: { reason: ['Required'] } }]);
    }
  });

  test('lives an hour, and no longer than the session that it was started from', async () => {
    const before = Date.now();
    const expiry = async () => Date.parse((await start('support')).body.data.expires_at) - before;
    expect(await expiry()).toBeGreaterThan(3_590_000);
    expect(await expiry()).toBeLessThan(3_660_000);
    await sql`UPDATE token SET expires_at = now() + interval '10 minutes'
      WHERE "user" = ${ids.support}`.execute(world.db);
    expect(await expiry()).toBeLessThan(660_000);
  });

  test('is no sign-in of the customer’s', async () => {
    await sql`UPDATE users SET last_login_at = NULL`.execute(world.db);
    await acting();
    const { rows } = await sql<{ last_login_at: string | null }>`
      SELECT last_login_at FROM users WHERE uuid = ${ids.customer}`.execute(world.db);
    expect(rows[0]?.last_login_at).toBeNull();
  });
});

describe('it only reads', () => {
  test('every route that changes something refuses it, and nothing is changed', async () => {
    const token = await acting('admin');
    const { paths } = (await world.call<{ paths: object }>(null, 'GET', '/v1/openapi.json')).body;
    const operations = Object.entries(paths as Record<string, Record<string, { 'x-access'?: unknown }>>)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { 'x-access': access }]) => ({ path, method, access })),
      )
      .filter(({ method, access }) => !['get', 'head', 'options'].includes(method) && access !== 'public')
      .filter(({ path }) => path !== '/v1/autho/logout/');
    const changing = Object.entries(table)
      .filter(([name, roles]) => !name.startsWith('GET ') && roles !== 'public')
      .map(([name]) => name)
      .filter((name) => name !== 'POST /v1/autho/logout/');
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      changing.sort(),
    );
    for (const { path, method } of operations) {
      const url = path.replaceAll(/\{\w+\}/g, ids.customer);
      const answer = await withToken<{ code: string; detail: string }>(token, method.toUpperCase(), url, {});
      expect([answer.status, answer.body.code], `${method} ${url}`).toEqual([403, 'forbidden']);
      expect(answer.body.detail).toBe(
        'You are signed in as a customer, read-only. Return to your own session to make changes.',
      );
    }
    expect(await statusOf(token)).toBe(200);
  });

  test('what is the provider’s stays closed, though an administrator looks', async () => {
    const token = await acting('admin');
    for (const path of ['/v1/autho/users/', '/v1/admin/settings/', `/v1/autho/users/${ids.other}/`])
      expect((await withToken(token, 'GET', path)).status, path).toBe(403);
  });
});

describe('it ends', () => {
  test('by signing out, and the own session stays active', async () => {
    const token = await acting();
    expect((await withToken(token, 'POST', '/v1/autho/logout/')).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(world.tokens.support)).toBe(200);
  });

  const ends: [string, () => Promise<unknown>][] = [
    [
      'when its actor is deactivated',
      () => world.call('admin', 'PUT', `/v1/autho/users/${ids.support}/`, { is_active: false }),
    ],
    [
      'when its actor is deactivated in the database',
      () => sql`UPDATE users SET is_active = false WHERE uuid = ${ids.support}`.execute(world.db),
    ],
    [
      'when its actor loses the pair',
      () =>
        world.call('admin', 'PUT', `/v1/autho/users/${ids.support}/`, {
          ui_permissions: [['user-list', 'get']],
        }),
    ],
    ['when its actor signs out', () => world.call('support', 'POST', '/v1/autho/logout/')],
    [
      'when its actor signs out everywhere else',
      () => world.call('support', 'POST', `${SESSIONS}end-others/`),
    ],
    [
      'when an administrator signs its actor out',
      () => world.call('admin', 'POST', `/v1/autho/users/${ids.support}/end-sessions/`),
    ],
    [
      'when an administrator signs the customer out',
      () => world.call('admin', 'POST', `/v1/autho/users/${ids.customer}/end-sessions/`),
    ],
    [
      'when the customer ends all other sessions',
      () => world.call('customer', 'POST', `${SESSIONS}end-others/`),
    ],
    [
      'when its hour is over',
      () => sql`UPDATE token SET expires_at = now() WHERE actor IS NOT NULL`.execute(world.db),
    ],
  ];
  test.each(ends)('%s', async (_, end) => {
    const token = await acting();
    expect(await statusOf(token)).toBe(200);
    await end();
    expect(await statusOf(token)).toBe(401);
  });
});

describe('the customer', () => {
  test('ends it with all other sessions, and is told the number of their own', async () => {
    const token = await acting();
    const ended = await world.call('customer', 'POST', `${SESSIONS}end-others/`);
    expect([ended.body, await statusOf(token)]).toEqual([{ data: { ended: 0 } }, 401]);
  });

  const list = async (token: string) =>
    (await withToken<{ results: Session[] }>(token, 'GET', SESSIONS)).body.results;

  test('sees that support looks on, without its address, and can end it', async () => {
    const token = await acting();
    const sessions = await list(world.tokens.customer);
    expect(sessions.map(({ support, current }) => ({ support, current }))).toEqual([
      { support: false, current: true },
      { support: true, current: false },
    ]);
    const [, theirs] = sessions as [Session, Session];
    expect([theirs.ip, theirs.user_agent]).toEqual([null, null]);
    expect((await world.call('customer', 'DELETE', `${SESSIONS}${theirs.uuid}/`)).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(world.tokens.support)).toBe(200);
  });

  test('is not counted as signed in by it', async () => {
    await acting();
    const { body } = await world.call<{ data: { sessions: number } }>(
      'admin',
      'GET',
      `/v1/autho/users/${ids.customer}/`,
    );
    expect(body.data.sessions).toBe(1);
  });
});

describe('the audit log', () => {
  interface Entry {
    action: string;
    actor: string;
    acting_as: string | null;
    account: string;
    title: string;
    after: { reason: string; expired?: boolean; started_at?: string };
  }
  const entries = async () => {
    const { rows } = await sql<Entry>`
      SELECT action, actor, acting_as, account, title, after FROM audit_entry
      WHERE record = ${ids.customer} AND action LIKE 'sign-in-as%' ORDER BY uuid DESC LIMIT 2`.execute(
      world.db,
    );
    return rows.reverse();
  };

  test('holds start and end, with reason and by whom', async () => {
    const token = await acting();
    await withToken(token, 'POST', '/v1/autho/logout/');
    const shared = { actor: ids.support, account: world.accounts.customer, title: 'Sita Sharma' };
    expect(await entries()).toMatchObject([
      { ...shared, action: 'sign-in-as', acting_as: null, after: { reason: REASON } },
      {
        ...shared,
        action: 'sign-in-as-end',
        acting_as: ids.customer,
        after: { reason: REASON, expired: false, started_at: expect.any(String) },
      },
    ]);
  });

  test('holds the end of one that was left open', async () => {
    await acting();
    await sql`UPDATE token SET expires_at = now() - interval '1 second' WHERE actor IS NOT NULL`.execute(
      world.db,
    );
    await runHousekeeping(world.db, world.deps.files);
    expect((await entries())[1]).toMatchObject({ action: 'sign-in-as-end', after: { expired: true } });
  });
});
