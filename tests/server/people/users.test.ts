import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { User as Record } from '#schema/users.ts';
import { type User, users } from '../../support/app.ts';
import { linkIn, mailsTo } from '../../support/mailbox.ts';
import { type Failure, PATH, setUpUsers } from './usersSetup.ts';

const setup = setUpUsers();
const { put, invite, inviteAdmin } = setup;

const list = async (query: string, as: User = 'admin') =>
  (await setup.world.call<{ count: number; results: Record[] }>(as, 'GET', `${PATH}?${query}`)).body;
const namesOf = async (query: string) => (await list(query)).results.map(({ name }) => name).sort();

/** Gives a user a token, as signing in would. */
async function tokenOf(uuid: string): Promise<string> {
  const token = `token-of-${uuid}-${Math.random().toString(36).slice(2)}`;
  await sql`
    INSERT INTO token (hash, "user", expires_at)
    VALUES (sha256(${token}::text::bytea), ${uuid}, now() + interval '1 day')`.execute(setup.world.db);
  return token;
}
const as = (token: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  setup.world.app.inject({
    method,
    url,
    headers: { authorization: `Token ${token}` },
    ...(payload && { payload }),
  });
const PROFILE = '/v1/autho/user/profile/';

describe('who may', () => {
  test('customers neither read nor write; support reads and changes nothing', async () => {
    expect((await setup.world.call('customer', 'GET', PATH)).status).toBe(403);
    expect((await setup.world.call('customer', 'GET', `${PATH}${setup.ids.other}/`)).status).toBe(403);
    expect((await list('', 'support')).results).toHaveLength((await list('')).results.length);
    const body = { name: 'X', email: 'x@y.test', role: 'customer', account: setup.world.accounts.customer };
    expect((await setup.world.call('support', 'POST', PATH, body)).status).toBe(403);
    expect((await put('support', 'other', { is_active: false })).status).toBe(403);
    for (const action of ['send-link', 'end-sessions'])
      expect((await setup.world.call('support', 'POST', `${PATH}${setup.ids.other}/${action}/`)).status).toBe(
        403,
      );
  });

  test('nobody deletes a user: the ledger and the log name them', async () => {
    expect((await setup.world.call('admin', 'DELETE', `${PATH}${setup.ids.other}/`)).status).toBe(404);
  });
});

describe('the list', () => {
  test('tells of each user who they are, without password or hash', async () => {
    const answer = await setup.world.call<{ data: Record }>(
      'support',
      'GET',
      `${PATH}${setup.ids.customer}/`,
    );
    expect(answer.body.data).toEqual({
      uuid: setup.ids.customer,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      name: 'Sita Sharma',
      email: users.customer,
      new_email: null,
      phone: null,
      account: setup.world.accounts.customer,
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
    expect(await namesOf(`account=${setup.world.accounts.other}`)).toEqual(['Ram Yadav']);
    await put('admin', 'other', { is_active: false });
    expect(await namesOf('is_active=false')).toEqual(['Ram Yadav']);
  });
});

describe('deactivating', () => {
  test('ends every session at once, and neither password nor link lets in', async () => {
    const { uuid, email } = await invite();
    const token = await tokenOf(uuid);
    expect((await as(token, 'GET', PROFILE)).statusCode).toBe(200);
    const link = linkIn((await mailsTo(setup.world, email))[0]);
    expect((await put('admin', uuid, { is_active: false })).status).toBe(200);
    expect((await as(token, 'GET', PROFILE)).statusCode).toBe(401);
    const used = await setup.world.call(null, 'POST', '/v1/autho/password_reset/confirm/', {
      uuid: link,
      password: 'a-long-enough-one',
    });
    expect(used.status).toBe(400);
    expect((await setup.world.call('admin', 'POST', `${PATH}${uuid}/send-link/`)).status).toBe(409);
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
      as(token, 'PUT', `${PATH}${setup.ids.admin}/`, { is_active: false }),
    ]);
    const statuses = answers.map((answer) => ('statusCode' in answer ? answer.statusCode : answer.status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect([409, 401]).toContain(statuses.find((status) => status !== 200));
    const { rows } = await sql<{ n: number }>`
      SELECT count(*) AS n FROM users WHERE role = 'admin' AND is_active
        AND uuid IN (${setup.ids.admin}, ${second.uuid})`.execute(setup.world.db);
    expect(rows[0]?.n).toBe(1);
    await sql`UPDATE users SET is_active = true WHERE uuid = ${setup.ids.admin}`.execute(setup.world.db);
    await sql`
      INSERT INTO token (hash, "user", expires_at)
      VALUES (sha256(${setup.world.tokens.admin}::text::bytea), ${setup.ids.admin}, now() + interval '1 day')
      ON CONFLICT DO NOTHING`.execute(setup.world.db);
    expect((await put('admin', second.uuid, { is_active: false })).status).toBe(200);
  });

  test('the last administrator who manages users stays one', async () => {
    const { body } = await setup.world.call<{ data: { ui_permissions: unknown } }>('admin', 'GET', PROFILE);
    await sql`UPDATE users SET is_active = uuid = ${setup.ids.admin} WHERE role = 'admin'`.execute(
      setup.world.db,
    );
    // Support who was given everything may do as much, but is no administrator.
    const all = JSON.stringify(body.data.ui_permissions);
    await sql`UPDATE users SET ui_permissions = ${all}::jsonb WHERE uuid = ${setup.ids.support}`.execute(
      setup.world.db,
    );
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
      (await setup.world.call<{ data: Record }>('admin', 'GET', `${PATH}${uuid}/`)).body.data.ui_permissions;
    expect(await pairs()).toEqual([
      ['user-list', 'get'],
      ['user-list', 'post'],
    ]);
    await put('admin', uuid, { role: 'support' });
    expect(await pairs()).toBeNull();
  });

  test('a customer is never made staff, nor staff a customer', async () => {
    for (const [caller, role] of [
      ['customer', 'admin'],
      ['support', 'customer'],
    ] as const) {
      const answer = await put('admin', caller, { role });
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
      WHERE uuid = ${setup.ids.support}`.execute(setup.world.db);
    const body = { name: 'X', email: 'climber@x.test', role: 'admin' };
    const climbed = await setup.world.call<Failure>('support', 'POST', PATH, body);
    expect([climbed.status, Object.keys(climbed.body.errors ?? {})]).toEqual([400, ['role']]);
    const taken = await put('support', 'admin', { email: 'mine@x.test' });
    expect([taken.status, taken.body.detail]).toEqual([
      403,
      'This user has more permissions than you. Ask an administrator to make the change.',
    ]);
    expect(
      (await setup.world.call('support', 'POST', `${PATH}${setup.ids.admin}/end-sessions/`)).status,
    ).toBe(403);
  });
});
