import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User as Record } from '#schema/users.ts';
import { createTestApp, type TestApp, type User, users } from '../../support/app.ts';
import { lettersTo, linkIn } from '../../support/mailbox.ts';

const PATH = '/v1/autho/users/';

let world: TestApp;
let ids: { [who in User]: string };
beforeAll(async () => {
  world = await createTestApp();
  const { rows } = await sql<{ uuid: string; email: string }>`SELECT uuid, email FROM users`.execute(
    world.db,
  );
  const of = (email: string) => rows.find((row) => row.email === email)?.uuid as string;
  ids = Object.fromEntries(Object.entries(users).map(([who, email]) => [who, of(email)])) as typeof ids;
});
afterAll(() => world.close());

/** Every test starts with the seeded users and their rights. */
beforeEach(async () => {
  await sql`DELETE FROM users WHERE uuid <> ALL(${Object.values(ids)})`.execute(world.db);
  await sql`UPDATE users SET is_active = true, ui_permissions = NULL`.execute(world.db);
  await sql`DELETE FROM mail_quota`.execute(world.db);
});

interface Failure {
  detail: string;
  code: string;
  errors?: { [field: string]: string[] };
}
const put = <T = Failure>(as: User, who: User | string, body: object) =>
  world.call<T>(as, 'PUT', `${PATH}${ids[who as User] ?? who}/`, body);
const list = async (query: string, as: User = 'admin') =>
  (await world.call<{ count: number; results: Record[] }>(as, 'GET', `${PATH}?${query}`)).body;
const namesOf = async (query: string) => (await list(query)).results.map(({ name }) => name).sort();

let made = 0;
async function invite(more: object = {}): Promise<Record> {
  made += 1;
  const body = { name: 'Gita Thapa', email: `gita${made}@himal.test`, role: 'customer', ...more };
  const withAccount = { account: world.accounts.customer, ...body };
  const answer = await world.call<{ data: Record }>('admin', 'POST', PATH, withAccount);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}
const inviteAdmin = (more: object = {}) =>
  invite({ role: 'admin', account: null, name: 'Second Admin', ...more });

/** Gives a user a token, as signing in would. */
async function tokenOf(uuid: string): Promise<string> {
  const token = `token-of-${uuid}-${Math.random().toString(36).slice(2)}`;
  await sql`
    INSERT INTO token (hash, "user", expires_at)
    VALUES (sha256(${token}::text::bytea), ${uuid}, now() + interval '1 day')`.execute(world.db);
  return token;
}
const as = (token: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  world.app.inject({
    method,
    url,
    headers: { authorization: `Token ${token}` },
    ...(payload && { payload }),
  });
const PROFILE = '/v1/autho/user/profile/';

describe('who may', () => {
  test('customers neither read nor write; support reads and changes nothing', async () => {
    expect((await world.call('customer', 'GET', PATH)).status).toBe(403);
    expect((await world.call('customer', 'GET', `${PATH}${ids.other}/`)).status).toBe(403);
    expect((await list('', 'support')).results).toHaveLength((await list('')).results.length);
    const body = { name: 'X', email: 'x@y.test', role: 'customer', account: world.accounts.customer };
    expect((await world.call('support', 'POST', PATH, body)).status).toBe(403);
    expect((await put('support', 'other', { is_active: false })).status).toBe(403);
    for (const action of ['send-link', 'end-sessions'])
      expect((await world.call('support', 'POST', `${PATH}${ids.other}/${action}/`)).status).toBe(403);
  });

  test('nobody deletes a user: the ledger and the log name them', async () => {
    expect((await world.call('admin', 'DELETE', `${PATH}${ids.other}/`)).status).toBe(404);
  });
});

describe('the list', () => {
  test('tells of each user who they are, without password or hash', async () => {
    const answer = await world.call<{ data: Record }>('support', 'GET', `${PATH}${ids.customer}/`);
    expect(answer.body.data).toEqual({
      uuid: ids.customer,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      name: 'Sita Sharma',
      email: users.customer,
      new_email: null,
      phone: null,
      account: world.accounts.customer,
      account_name: 'Himal Traders',
      role: 'customer',
      is_active: true,
      is_invited: false,
      last_login_at: null,
      sessions: 1,
      two_factor: false,
      api_keys: 0,
      ui_permissions: null,
    });
  });

  test('its total counts every user, and each one that comes', async () => {
    const { count, results } = await list('page_size=1000');
    expect(count).toBe(results.length);
    await invite();
    expect((await list('')).count).toBe(count + 1);
  });

  test('is searched by part of a name or address, and by a number', async () => {
    await invite({ name: 'Prakash Bhattarai', email: 'pb@everest.test', phone: '9841 234 567' });
    for (const text of ['bhattar', 'EVEREST', '9841234567', '+9779841234567', '९८४१२३'])
      expect(await namesOf(`search=${encodeURIComponent(text)}`), text).toEqual(['Prakash Bhattarai']);
    expect(await namesOf('search=nobody-is-called-so')).toEqual([]);
  });

  test('is filtered by role, account and whether they are active', async () => {
    expect(await namesOf('role=support')).toEqual(['Bikash Rai']);
    expect(await namesOf(`account=${world.accounts.other}`)).toEqual(['Ram Yadav']);
    await put('admin', 'other', { is_active: false });
    expect(await namesOf('is_active=false')).toEqual(['Ram Yadav']);
  });
});

describe('inviting', () => {
  test('mails a link by which the user chooses a password and signs in', async () => {
    const user = await invite({ email: 'new@himal.test', phone: '९८४१०००२००' });
    expect(user).toMatchObject({
      phone: '+9779841000200',
      account_name: 'Himal Traders',
      is_invited: true,
      is_active: true,
      sessions: 0,
    });
    const [letter] = await lettersTo(world, 'new@himal.test');
    expect(letter?.subject).toBe('Your access to Bulk SMS Console');
    expect(letter?.text).toContain('3 days');
    const confirm = { uuid: linkIn(letter), password: 'a-long-enough-one' };
    const path = '/v1/autho/password_reset/confirm/';
    expect((await world.call(null, 'POST', path, confirm)).status).toBe(200);
    // A first password is nothing to be warned of.
    expect(await lettersTo(world, 'new@himal.test')).toHaveLength(1);
    const entered = await world.call(null, 'POST', '/v1/login/', {
      email: 'new@himal.test',
      password: 'a-long-enough-one',
    });
    expect(entered.status).toBe(200);
    const { body } = await world.call<{ data: Record }>('admin', 'GET', `${PATH}${user.uuid}/`);
    expect(body.data).toMatchObject({ is_invited: false, sessions: 1 });
  });

  test('is in Nepali where the account reads Nepali', async () => {
    await sql`UPDATE users SET language = 'ne' WHERE uuid = ${ids.other}`.execute(world.db);
    await invite({ email: 'ne@terai.test', account: world.accounts.other });
    expect((await lettersTo(world, 'ne@terai.test'))[0]?.subject).toBe('बल्क एसएमएस कन्सोलमा तपाईंको पहुँच');
  });

  test('an address that somebody has is an error of its field, whatever its case', async () => {
    const body = { name: 'X', role: 'customer', account: world.accounts.customer };
    const sent = { ...body, email: users.other.toUpperCase() };
    const answer = await world.call<Failure>('admin', 'POST', PATH, sent);
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      { email: ['Another user has this e-mail address.'] },
    ]);
    expect((await world.call('admin', 'POST', PATH, { ...body, email: 'no address' })).status).toBe(400);
  });

  test('customers’ accounts hold customers, and the provider’s only staff', async () => {
    const { customer, provider } = world.accounts;
    for (const [role, account] of [
      ['support', customer],
      ['customer', provider],
    ]) {
      const body = { name: 'X', email: 'mixed@x.test', role, account };
      const answer = await world.call<Failure>('admin', 'POST', PATH, body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors?.account?.[0]).toMatch(/^The provider's account can have only staff/);
    }
    const staff = await invite({ role: 'support', account: null });
    expect(staff.account).toBe(provider);
    const nowhere = { name: 'X', email: 'mixed@x.test', role: 'customer' };
    expect((await world.call<Failure>('admin', 'POST', PATH, nowhere)).body.errors).toEqual({
      account: ['Choose the customer’s account.'],
    });
  });

  test('the database itself refuses to mix them', async () => {
    const mix = sql`UPDATE users SET role = 'admin' WHERE uuid = ${ids.customer}`.execute(world.db);
    await expect(mix).rejects.toThrow(/users_account_kind/);
  });

  test('a server that sends no mail adds a user, posts no mail, and gives the link to copy', async () => {
    const silent = await createTestApp({ environment: { DATABASE_URL: world.url } });
    const body = { name: 'X', email: 'x@y.test', role: 'customer', account: silent.accounts.customer };
    const added = await silent.call<{ data: Record }>('admin', 'POST', PATH, body);
    const { rows: posted } = await sql`SELECT FROM mail`.execute(silent.db);
    const at = `${PATH}${added.body.data.uuid}`;
    const sent = await silent.call('admin', 'POST', `${at}/send-link/`);
    const link = await silent.call<{ data: { path: string } }>('admin', 'POST', `${at}/invitation-link/`);
    await silent.close();
    expect([added.status, posted.length, sent.status, link.status]).toEqual([201, 0, 503, 200]);
    expect(link.body.data.path).toMatch(/^\/reset-password\/[\w-]{36}$/);
  });
});

describe('an invitation link', () => {
  interface Made {
    data: { path: string; expires_at: string };
  }
  const make = (uuid: string, by: User = 'admin') =>
    world.call<Made & Failure>(by, 'POST', `${PATH}${uuid}/invitation-link/`);
  const choose = (path: string) =>
    world.call<Failure>(null, 'POST', '/v1/autho/password_reset/confirm/', {
      uuid: path.split('/').at(-1),
      password: 'a-long-enough-one',
    });

  test('is shown once, is stored only as a hash, and lets the user in once', async () => {
    const { uuid, email } = await invite();
    const made = await make(uuid);
    expect([made.status, made.headers['cache-control']]).toEqual([200, 'no-store']);
    const { path, expires_at } = made.body.data;
    const days = (new Date(expires_at).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
    const secret = path.split('/').at(-1) as string;
    const { rows } = await sql<{ kept: string }>`
      SELECT to_jsonb(r)::text AS kept FROM password_reset r WHERE "user" = ${uuid}
      UNION ALL SELECT to_jsonb(a)::text FROM audit_entry a WHERE record = ${uuid}`.execute(world.db);
    expect(rows.filter(({ kept }) => kept.includes(secret))).toEqual([]);
    expect((await choose(path)).status).toBe(200);
    expect(
      (await world.call(null, 'POST', '/v1/login/', { email, password: 'a-long-enough-one' })).status,
    ).toBe(200);
    expect((await choose(path)).body.code).toBe('broken_link');
  });

  test('is recorded with who made it', async () => {
    const { uuid } = await invite();
    await make(uuid);
    const { rows } = await sql<{ action: string; actor_email: string; account: string }>`
      SELECT action, actor_email, account FROM audit_entry WHERE record = ${uuid} ORDER BY uuid DESC LIMIT 1`.execute(
      world.db,
    );
    expect(rows[0]).toEqual({
      action: 'copy-invitation',
      actor_email: users.admin,
      account: world.accounts.customer,
    });
  });

  test('is not for users who have a password: it would let staff take over their account', async () => {
    const { uuid } = await invite();
    const { path } = (await make(uuid)).body.data;
    await choose(path);
    const again = await make(uuid);
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    expect((await make(ids.other)).status).toBe(409);
  });

  test('is only for whoever may invite, and for a user with no more permissions than they have', async () => {
    const { uuid } = await inviteAdmin();
    expect((await make(uuid, 'support')).status).toBe(403);
    expect((await make(uuid, 'customer')).status).toBe(403);
    const pairs = JSON.stringify([
      ['user-list', 'get'],
      ['user-list', 'post'],
    ]);
    await sql`UPDATE users SET ui_permissions = ${pairs}::jsonb WHERE uuid = ${ids.admin}`.execute(world.db);
    expect((await make(uuid)).status).toBe(403);
  });

  test('ends when the user is deactivated', async () => {
    const { uuid } = await invite();
    const { path } = (await make(uuid)).body.data;
    await put('admin', uuid, { is_active: false });
    expect((await choose(path)).body.code).toBe('broken_link');
    expect((await make(uuid)).status).toBe(409);
  });
});

describe('deactivating', () => {
  test('ends every session at once, and neither password nor link lets in', async () => {
    const { uuid, email } = await invite();
    const token = await tokenOf(uuid);
    expect((await as(token, 'GET', PROFILE)).statusCode).toBe(200);
    const link = linkIn((await lettersTo(world, email))[0]);
    expect((await put('admin', uuid, { is_active: false })).status).toBe(200);
    expect((await as(token, 'GET', PROFILE)).statusCode).toBe(401);
    const used = await world.call(null, 'POST', '/v1/autho/password_reset/confirm/', {
      uuid: link,
      password: 'a-long-enough-one',
    });
    expect(used.status).toBe(400);
    expect((await world.call('admin', 'POST', `${PATH}${uuid}/send-link/`)).status).toBe(409);
    // Active again, the ended session stays ended.
    expect((await put('admin', uuid, { is_active: true })).status).toBe(200);
    expect((await as(token, 'GET', PROFILE)).statusCode).toBe(401);
  });

  test('nobody deactivates or demotes themselves, or changes their own pairs', async () => {
    const changes = { is_active: false, role: 'support', ui_permissions: [['user-list', 'get']] };
    for (const [field, value] of Object.entries(changes)) {
      const answer = await put('admin', 'admin', { [field]: value });
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
    }
    expect(
      (await put('admin', 'admin', { name: 'Asha Gurung', role: 'admin', is_active: true })).status,
    ).toBe(200);
  });

  test('two administrators who deactivate each other at once: one stays', async () => {
    const second = await inviteAdmin();
    const token = await tokenOf(second.uuid);
    const answers = await Promise.all([
      put('admin', second.uuid, { is_active: false }),
      as(token, 'PUT', `${PATH}${ids.admin}/`, { is_active: false }),
    ]);
    const statuses = answers.map((answer) => ('statusCode' in answer ? answer.statusCode : answer.status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect([409, 401]).toContain(statuses.find((status) => status !== 200));
    const { rows } = await sql<{ n: number }>`
      SELECT count(*) AS n FROM users WHERE role = 'admin' AND is_active
        AND uuid IN (${ids.admin}, ${second.uuid})`.execute(world.db);
    expect(rows[0]?.n).toBe(1);
    await sql`UPDATE users SET is_active = true WHERE uuid = ${ids.admin}`.execute(world.db);
    await sql`
      INSERT INTO token (hash, "user", expires_at)
      VALUES (sha256(${world.tokens.admin}::text::bytea), ${ids.admin}, now() + interval '1 day')
      ON CONFLICT DO NOTHING`.execute(world.db);
    expect((await put('admin', second.uuid, { is_active: false })).status).toBe(200);
  });

  test('the last administrator who manages users stays one', async () => {
    const { body } = await world.call<{ data: { ui_permissions: unknown } }>('admin', 'GET', PROFILE);
    await sql`UPDATE users SET is_active = uuid = ${ids.admin} WHERE role = 'admin'`.execute(world.db);
    // Support who was given everything may do as much, but is no administrator.
    const all = JSON.stringify(body.data.ui_permissions);
    await sql`UPDATE users SET ui_permissions = ${all}::jsonb WHERE uuid = ${ids.support}`.execute(world.db);
    for (const [field, value] of [
      ['is_active', false],
      ['role', 'support'],
      ['ui_permissions', [['user-list', 'get']]],
    ] as const) {
      const answer = await put('support', 'admin', { [field]: value });
      expect([answer.status, answer.body.errors]).toEqual([
        409,
        {
          [field]: ['This is the last active administrator who can manage users. Create another one first.'],
        },
      ]);
    }
  });
});

describe('role and pairs', () => {
  test('count from the next request on, and null gives the role’s again', async () => {
    const path = '/v1/admin/settings/';
    const { uuid } = await invite({ role: 'support', account: null });
    const token = await tokenOf(uuid);
    const reads = async () => (await as(token, 'GET', PATH)).statusCode;
    expect(await reads()).toBe(200);
    await put('admin', uuid, { ui_permissions: [['kyc-list', 'get']] });
    expect(await reads()).toBe(403);
    await put('admin', uuid, { ui_permissions: null });
    expect(await reads()).toBe(200);
    expect((await as(token, 'GET', path)).statusCode).toBe(403);
    expect((await put('admin', uuid, { role: 'admin' })).status).toBe(200);
    expect((await as(token, 'GET', path)).statusCode).toBe(200);
  });

  test('another role comes with its own pairs, unless others are given with it', async () => {
    const { uuid } = await inviteAdmin({
      ui_permissions: [
        ['user-list', 'post'],
        ['user-list', 'get'],
      ],
    });
    const pairs = async () =>
      (await world.call<{ data: Record }>('admin', 'GET', `${PATH}${uuid}/`)).body.data.ui_permissions;
    expect(await pairs()).toEqual([
      ['user-list', 'get'],
      ['user-list', 'post'],
    ]);
    await put('admin', uuid, { role: 'support' });
    expect(await pairs()).toBeNull();
  });

  test('a customer is never made staff, nor staff a customer', async () => {
    for (const [who, role] of [
      ['customer', 'admin'],
      ['support', 'customer'],
    ] as const) {
      const answer = await put('admin', who, { role });
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['role']]);
    }
  });

  test('a customer gets no pair of staff, and nobody one that does not exist', async () => {
    for (const pair of [
      ['wallet-list', 'post'],
      ['user-list', 'get'],
      ['no-such', 'get'],
    ]) {
      const answer = await put('admin', 'customer', { ui_permissions: [pair] });
      expect(answer.status).toBe(400);
      expect(answer.body.errors?.ui_permissions?.[0]).toContain(pair.join(' '));
    }
    expect((await put('admin', 'customer', { ui_permissions: [['sms-list', 'write']] })).status).toBe(400);
  });

  test('nobody gives, through others, more than they hold, or changes who may more', async () => {
    await sql`UPDATE users SET ui_permissions = '[["user-list","get"],["user-list","post"]]'
      WHERE uuid = ${ids.support}`.execute(world.db);
    const body = { name: 'X', email: 'climber@x.test', role: 'admin' };
    const climbed = await world.call<Failure>('support', 'POST', PATH, body);
    expect([climbed.status, Object.keys(climbed.body.errors ?? {})]).toEqual([400, ['role']]);
    const taken = await put('support', 'admin', { email: 'mine@x.test' });
    expect([taken.status, taken.body.detail]).toEqual([
      403,
      'This user has more permissions than you. Ask an administrator to make the change.',
    ]);
    expect((await world.call('support', 'POST', `${PATH}${ids.admin}/end-sessions/`)).status).toBe(403);
  });
});
