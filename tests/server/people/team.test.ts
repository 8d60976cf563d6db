import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import type { Pair } from '#schema/permissions.ts';
import { type Colleague, TEAM_MAX } from '#schema/team.ts';
import { teamRoleNames, teamRoleOf, teamRoles } from '#schema/teamRoles.ts';
import { outboxMails } from '../../../server/services/mail/mail.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../support/app.ts';
import { passwordHash } from '../../support/passwordHash.ts';

let base: TestApp;
let world: TestApp;
beforeAll(async () => {
  base = await createTestApp();
});
afterAll(() => base.close());
beforeEach(async () => {
  world = await base.newCustomers();
});

const TEAM = '/v1/autho/team/';
type Failed = { errors?: Record<string, string[]>; detail: string; code: string };
type Made = { data: Colleague } & Failed;
let people = 0;
const address = () => `colleague-${++people}@himal.test`;
const invite = (more: object = {}) =>
  world.call<Made>('customer', 'POST', TEAM, {
    name: 'Gita Karki',
    email: address(),
    role: 'sender',
    ...more,
  });
const invited = async (more: object = {}): Promise<Colleague> => {
  const answer = await invite(more);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
};
const put = (uuid: string, body: object) => world.call<Made>('customer', 'PUT', `${TEAM}${uuid}/`, body);
/** As if they had chosen a password; with a token of theirs. */
async function comes({ uuid }: { uuid: string }): Promise<string> {
  const token = randomUUID();
  const hash = await passwordHash;
  await sql`UPDATE users SET is_invited = false, password_hash = ${hash} WHERE uuid = ${uuid}`.execute(
    world.db,
  );
  await sql`
    INSERT INTO token (hash, "user", expires_at)
    VALUES (sha256(${token}::text::bytea), ${uuid}, now() + interval '1 day')`.execute(world.db);
  return token;
}
const as = async <T = Failed>(
  token: string,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
) => {
  const answer = await world.app.inject({
    ...{ method, url, headers: { authorization: `Token ${token}` } },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: (answer.body ? answer.json() : undefined) as T };
};
const me = async (): Promise<string> => {
  const { rows } = await sql<{ uuid: string }>`
    SELECT uuid FROM users WHERE email = ${world.emails.customer}`.execute(world.db);
  return rows[0]?.uuid as string;
};
const mailTo = (to: string) =>
  vi.waitFor(async () => {
    const [mail] = await outboxMails(world.db, to);
    expect(mail).toBeDefined();
    return mail as NonNullable<typeof mail>;
  });

describe('an invitation', () => {
  test('goes out in the language of the account’s people, and says that a colleague sent it', async () => {
    const english = await invited();
    expect(english).toMatchObject({ role: 'sender', is_active: true, is_invited: true, daily_cap: null });
    expect((await mailTo(english.email)).text).toContain('A colleague has given you access');
    await sql`UPDATE users SET language = 'ne' WHERE email = ${world.emails.customer}`.execute(world.db);
    const nepali = await invited();
    expect((await mailTo(nepali.email)).text).toContain('सहकर्मीले');
  });

  test('is in the log, and the new user belongs to the inviter’s account', async () => {
    const { uuid } = await invited({ role: 'viewer' });
    const { rows } = await sql`
      SELECT e.action, e.entity, e.account, u.account AS own, u.role
      FROM audit_entry e JOIN users u ON u.uuid = e.record WHERE e.record = ${uuid}`.execute(world.db);
    const { customer } = world.accounts;
    expect(rows).toEqual([
      { action: 'create', entity: 'users', account: customer, own: customer, role: 'customer' },
    ]);
  });

  test('that nobody used is taken back: its link ends, and the address can be invited again', async () => {
    const { uuid, email } = await invited();
    const link = (await mailTo(email)).text.match(/reset-password\/(\S+)/)?.[1];
    expect((await world.call('customer', 'POST', `${TEAM}${uuid}/take-back/`)).status).toBe(204);
    const used = await world.call<Failed>(null, 'POST', '/v1/autho/password_reset/check/', { token: link });
    expect(used.status).toBeGreaterThanOrEqual(400);
    await invited({ email });
  });

  test('that was used is not taken back', async () => {
    const colleague = await invited();
    await comes(colleague);
    expect((await world.call('customer', 'POST', `${TEAM}${colleague.uuid}/take-back/`)).status).toBe(409);
  });

  test('is refused for an address in use, a role that does not exist, and a full team', async () => {
    expect((await invite({ email: base.emails.other })).body.errors).toHaveProperty('email');
    expect((await invite({ role: 'custom' })).body.errors).toHaveProperty('role');
    expect((await invite({ role: 'admin' })).body.errors).toHaveProperty('role');
    await sql`
      INSERT INTO users (account, name, email, role, password_hash)
      SELECT ${world.accounts.customer}, 'X', ${randomUUID()} || n, 'customer', '-'
      FROM generate_series(1, ${TEAM_MAX}) n`.execute(world.db);
    expect((await invite()).status).toBe(409);
  });
});

describe('a colleague', () => {
  test.each(teamRoleNames)(
    'with the role %s has the permissions of that role and no others',
    async (role) => {
      const token = await comes(await invited({ role }));
      const { body } = await as<{ data: { ui_permissions: Pair[] } }>(
        token,
        'GET',
        '/v1/autho/user/profile/',
      );
      const words = (pairs: readonly Pair[]) => pairs.map((pair) => pair.join(' ')).sort();
      expect(words(body.data.ui_permissions)).toEqual(words(teamRoles[role]));
      expect(teamRoleOf(body.data.ui_permissions)).toBe(role);
    },
  );

  test('without the pair neither sees the team nor changes it', async () => {
    const { uuid, ...colleague } = await invited({ role: 'viewer' });
    const token = await comes({ uuid });
    expect((await as(token, 'GET', TEAM)).status).toBe(403);
    expect((await as(token, 'PUT', `${TEAM}${uuid}/`, { role: 'owner' })).status).toBe(403);
    expect((await as(token, 'POST', TEAM, { ...colleague, email: address() })).status).toBe(403);
  });

  test('of another account does not exist', async () => {
    const { uuid } = await invited();
    const path = `${TEAM}${uuid}/`;
    expect((await world.call('other', 'GET', path)).status).toBe(404);
    expect((await world.call('other', 'PUT', path, { role: 'viewer' })).status).toBe(404);
    for (const act of ['take-back', 'send-link', 'invitation-link'])
      expect((await world.call('other', 'POST', `${path}${act}/`)).status, act).toBe(404);
  });

  test('gets another role at once, and the log says so', async () => {
    const colleague = await invited({ role: 'viewer' });
    const token = await comes(colleague);
    expect((await as(token, 'GET', '/v1/credit/wallet-history/')).status).toBe(200);
    expect((await put(colleague.uuid, { role: 'developer' })).body.data).toMatchObject({ role: 'developer' });
    expect((await as(token, 'GET', '/v1/credit/wallet-history/')).status).toBe(403);
    const { rows } = await sql`
      SELECT action FROM audit_entry WHERE record = ${colleague.uuid} ORDER BY uuid DESC LIMIT 1`.execute(
      world.db,
    );
    expect(rows).toEqual([{ action: 'update' }]);
  });

  test('without access is signed out at once, and their API keys are revoked', async () => {
    const colleague = await invited({ role: 'developer' });
    const token = await comes(colleague);
    const key = await as<{ data: { secret: string } }>(token, 'POST', '/v1/autho/api-keys/', {
      ...{ name: 'Shop', pairs: [['bulk-sms', 'post']], addresses: [], password: PASSWORD },
    });
    expect(key.status).toBe(201);
    expect((await put(colleague.uuid, { is_active: false })).status).toBe(200);
    expect((await as(token, 'GET', '/v1/autho/user/profile/')).status).toBe(401);
    await put(colleague.uuid, { is_active: true });
    expect((await as(key.body.data.secret, 'GET', '/v1/sms/configs/')).status).toBe(401);
  });

  test('with permissions that staff chose keeps them until another role is chosen', async () => {
    const { uuid } = await invited();
    await sql`UPDATE users SET ui_permissions = '[["sms-list","get"]]' WHERE uuid = ${uuid}`.execute(
      world.db,
    );
    const kept = await put(uuid, { role: 'custom', name: 'Gita K.' });
    expect(kept.body.data, JSON.stringify(kept.body)).toMatchObject({ role: 'custom', name: 'Gita K.' });
    expect((await put(uuid, { role: 'viewer' })).body.data).toMatchObject({ role: 'viewer' });
    expect((await put(uuid, { role: 'custom' })).body.errors).toHaveProperty('role');
  });

  test('cannot give or manage more than they have themselves', async () => {
    const boss = await me();
    const own: Pair[] = [...teamRoles.viewer, ['team-list', 'get'], ['team-list', 'post']];
    const { uuid } = await invited({ role: 'viewer' });
    const token = await comes({ uuid });
    await sql`UPDATE users SET ui_permissions = ${JSON.stringify(own)} WHERE uuid = ${uuid}`.execute(
      world.db,
    );
    const body = { name: 'Hari', email: address() };
    expect((await as(token, 'POST', TEAM, { ...body, role: 'owner' })).status).toBe(400);
    expect((await as(token, 'POST', TEAM, { ...body, role: 'sender' })).status).toBe(400);
    expect((await as(token, 'POST', TEAM, { ...body, role: 'viewer' })).status).toBe(201);
    expect((await as(token, 'PUT', `${TEAM}${boss}/`, { role: 'viewer' })).status).toBe(403);
    expect((await as(token, 'POST', `${TEAM}${boss}/send-link/`)).status).toBe(403);
  });
});

describe('the last owner', () => {
  test('can neither leave nor take another role; one of two can', async () => {
    const boss = await me();
    for (const change of [{ is_active: false }, { role: 'viewer' }]) {
      const refused = await put(boss, change);
      expect(refused.status).toBe(409);
      expect(Object.keys(refused.body.errors ?? {})).toEqual(Object.keys(change));
    }
    const second = await invited({ role: 'owner' });
    // Somebody who has not come yet might never come.
    expect((await put(boss, { is_active: false })).status).toBe(409);
    await comes(second);
    expect((await put(boss, { role: 'viewer' })).status).toBe(200);
    expect((await world.call('customer', 'GET', TEAM)).status).toBe(403);
  });

  test('of two owners who leave at once, one stays', async () => {
    const boss = await me();
    const second = await invited({ role: 'owner' });
    const token = await comes(second);
    const answers = await Promise.all([
      put(boss, { is_active: false }),
      as(token, 'PUT', `${TEAM}${second.uuid}/`, { is_active: false }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('an own limit', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => `98412${20_000 + i * 7}`);
  const request = (count: number) => ({
    ...{ name: 'Offer', sender: world.sender, body: 'Sale today', recipients: { numbers: numbers(count) } },
  });

  test('counts what the colleague sends, not what others send', async () => {
    const colleague = await invited({ role: 'sender', daily_cap: 5 });
    const token = await comes(colleague);
    const send = (count: number) =>
      as(token, 'POST', '/v1/sms/compose/', { ...request(count), max_cost: 100_000 });
    expect(
      (await world.call('customer', 'POST', '/v1/sms/compose/', { ...request(6), max_cost: 100_000 })).status,
    ).toBe(201);
    expect((await send(4)).status).toBe(201);
    const plan = await as<{ data: Plan }>(token, 'POST', '/v1/sms/compose/plan/', request(2));
    expect(plan.body.data.daily_cap).toMatchObject({ cap: 5, total: 6, own: true });
    const refused = await send(2);
    expect(refused.body.errors?.recipients?.[0]).toMatch(/^You can send 5 messages a day/);
    expect((await put(colleague.uuid, { daily_cap: null })).status).toBe(200);
    expect((await send(2)).status).toBe(201);
    await sql`UPDATE account SET daily_cap = 12 WHERE uuid = ${world.accounts.customer}`.execute(world.db);
    expect((await send(1)).body.errors?.recipients?.[0]).toMatch(/^Your account can send 12 messages a day/);
  });
});

test('staff have no team: they manage users', async () => {
  expect((await world.call<{ count: number }>('admin', 'GET', TEAM)).body.count).toBe(0);
  const body = { name: 'X', email: address(), role: 'viewer' };
  expect((await world.call('admin', 'POST', TEAM, body)).status).toBe(403);
});
