import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { ProviderSettings } from '#schema/providerSettings.ts';
import type { RecoveryCodes, TwoFactor, TwoFactorSecret } from '#schema/twoFactor.ts';
import type { Profile } from '#schema/user.ts';
import { fromBase32, hotp, stepAt } from '../../../server/services/access/totp.ts';
import { outboxMails } from '../../../server/services/mail/mail.ts';
import { createTestApp, PASSWORD, type TestApp, type User, users } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`DELETE FROM two_factor`.execute(world.db);
  await sql`UPDATE provider_setting SET two_factor_roles = '{}'`.execute(world.db);
});

const PATH = '/v1/autho/two-factor/';
const demand = (on: boolean) => sql`UPDATE provider_setting SET staff_two_factor = ${on}`.execute(world.db);
const call = <T = Failure>(as: User, method: string, path: string, body?: object) =>
  world.call<T>(as, method, path, body);
const profile = async (as: User) =>
  (await call<{ data: Profile }>(as, 'GET', '/v1/autho/user/profile/')).body.data;
const uuidOf = async (as: User) => (await profile(as)).uuid;

async function enrol(as: User): Promise<string> {
  const made = await call<{ data: TwoFactorSecret }>(as, 'POST', `${PATH}start/`, { password: PASSWORD });
  const { secret } = made.body.data;
  const code = hotp(fromBase32(secret), stepAt(Date.now()));
  const answer = await call<{ data: RecoveryCodes }>(as, 'POST', `${PATH}confirm/`, { code });
  expect(answer.status, answer.text).toBe(200);
  return secret;
}

describe('demanded of staff', () => {
  test('leaves them their own profile and the way to set it up, until they have', async () => {
    const pairs = (await profile('admin')).ui_permissions.length;
    await demand(true);
    for (const [method, path] of [
      ['GET', '/v1/admin/settings/'],
      ['GET', '/v1/autho/users/'],
      ['GET', '/v1/autho/kyc/'],
      ['GET', '/v1/admin/campaigns/'],
      ['GET', '/v1/core/dashboard/'],
      ['GET', '/v1/core/locations/provinces/'],
      ['POST', '/v1/autho/kyc/submit/'],
      ['POST', '/v1/core/upload/file/public/'],
    ] as const) {
      const answer = await call('admin', method, path, method === 'POST' ? {} : undefined);
      expect([path, answer.status]).toEqual([path, 403]);
    }
    const refused = await call('support', 'GET', '/v1/autho/users/');
    expect(refused.body.detail).toMatch(/^Your provider requires two-factor sign-in\. Set it up/);
    expect(await profile('admin')).toMatchObject({
      ui_permissions: [
        ['profile-my', 'get'],
        ['profile-my', 'post'],
      ],
      two_factor: { enabled: false, must_enrol: true },
    });
    expect((await call('admin', 'GET', '/v1/autho/sessions/')).status).toBe(200);
    const status = await call<{ data: TwoFactor }>('admin', 'GET', PATH);
    expect(status.body.data).toEqual({ enabled: false, app: false, recovery_codes_left: 0, required: true });

    await enrol('admin');
    const after = await profile('admin');
    expect(after.two_factor).toEqual({ enabled: true, must_enrol: false, passkeys: 0 });
    expect(after.ui_permissions).toHaveLength(pairs);
    expect((await call('admin', 'GET', '/v1/admin/settings/')).status).toBe(200);
    expect((await call('support', 'GET', '/v1/autho/users/')).status).toBe(403);
  });

  test('does not touch customers', async () => {
    await demand(true);
    expect((await call('customer', 'GET', '/v1/sms/compose/')).status).toBe(200);
    expect((await profile('customer')).two_factor).toEqual({
      enabled: false,
      must_enrol: false,
      passkeys: 0,
    });
  });

  test('closes what was started as a customer by who has none', async () => {
    const customer = await uuidOf('customer');
    const acting = await call<{ data: { token: string } }>(
      'admin',
      'POST',
      `/v1/autho/users/${customer}/sign-in-as/`,
      { reason: 'They asked for help' },
    );
    expect(acting.status, acting.text).toBeLessThan(300);
    const look = () =>
      world.app.inject({
        url: '/v1/sms/compose/',
        headers: { authorization: `Token ${acting.body.data.token}` },
      });
    expect((await look()).statusCode).toBe(200);
    await demand(true);
    expect((await look()).statusCode).toBe(401);
  });

  test('can be signed out of and the password changed', async () => {
    await demand(true);
    const changed = await call('support', 'POST', '/v1/autho/user/change-password/', {
      old_password: 'wrong',
      new_password: 'another-password-2',
    });
    expect([changed.status, Object.keys(changed.body.errors ?? {})]).toEqual([400, ['old_password']]);
  });
});

describe('demanded by role', () => {
  const SETTINGS = '/v1/admin/settings/';
  const demandOf = (...two_factor_roles: string[]) =>
    call<{ data: ProviderSettings } & Failure>('admin', 'PUT', `${SETTINGS}security/`, {
      ...{ staff_two_factor: false, two_factor_roles },
    });
  /** Who has to set it up first, by their own profile and by what the page says. */
  async function blocked() {
    const found: User[] = [];
    for (const as of ['admin', 'support', 'customer', 'other'] as const) {
      const must = (await profile(as)).two_factor?.must_enrol === true;
      const { body } = await call<{ data: TwoFactor }>(as, 'GET', PATH);
      expect([as, body.data.required]).toEqual([as, must]);
      if (must) found.push(as);
    }
    return found;
  }
  /** Makes `other` a colleague who does not manage the team. */
  const setPairs = (pairs: string | null) =>
    sql`UPDATE users SET ui_permissions = ${pairs}::jsonb WHERE email = ${users.other}`.execute(world.db);
  afterEach(() => setPairs(null));

  test.each([
    [['support'], ['support']],
    [['owner'], ['customer']],
    [['customer'], ['customer', 'other']],
    [
      ['support', 'owner'],
      ['support', 'customer'],
    ],
    [['admin'], ['admin']],
    [[], []],
  ] as const)('of %j: %j', async (roles, expected) => {
    await setPairs('[["profile-my","get"],["campaign-list","get"]]');
    expect((await demandOf(...roles)).status).toBe(200);
    expect(await blocked()).toEqual(expected);
  });

  test('leaves customers their profile, and the API keys of their programs', async () => {
    const key = await call<{ data: { secret: string } }>('customer', 'POST', '/v1/autho/api-keys/', {
      ...{ name: 'Shop', pairs: [['campaign-list', 'get']], password: PASSWORD },
    });
    expect(key.status, key.text).toBe(201);
    await demandOf('customer');
    expect((await call('customer', 'GET', '/v1/sms/compose/')).status).toBe(403);
    const byKey = await world.app.inject({
      url: '/v1/sms/compose/',
      headers: { authorization: `Token ${key.body.data.secret}` },
    });
    expect(byKey.statusCode).toBe(200);
    await enrol('customer');
    expect((await call('customer', 'GET', '/v1/sms/compose/')).status).toBe(200);
  });

  test('is in step with the switch for all staff, which programs and former servers use', async () => {
    const put = async (body: object) => {
      const answer = await call<{ data: ProviderSettings }>('admin', 'PUT', SETTINGS, body);
      return answer.body.data;
    };
    await enrol('admin');
    expect(await put({ staff_two_factor: true })).toMatchObject({ two_factor_roles: ['admin', 'support'] });
    expect(await put({ staff_two_factor: true, two_factor_roles: ['support', 'customer'] })).toMatchObject({
      ...{ staff_two_factor: false, two_factor_roles: ['support', 'customer'] },
    });
    expect(await put({ staff_two_factor: true, two_factor_roles: ['support', 'customer'] })).toMatchObject({
      ...{ staff_two_factor: true, two_factor_roles: ['admin', 'support', 'customer'] },
    });
    await demand(false);
    expect(await put({ staff_two_factor: false })).toMatchObject({ two_factor_roles: ['customer'] });
  });

  test('is refused for a role that does not exist, and stays as it was', async () => {
    await demandOf('support');
    const refused = await demandOf('owner', 'boss');
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['two_factor_roles.1']]);
    expect(await blocked()).toEqual(['support']);
  });
});

describe('an administrator', () => {
  const remove = (as: User, uuid: string) => call(as, 'POST', `/v1/autho/users/${uuid}/remove-two-factor/`);

  test('takes away what a user has lost; the log has it, and the user a mail', async () => {
    await enrol('customer');
    const uuid = await uuidOf('customer');
    const answer = await remove('admin', uuid);
    expect(answer.status, answer.text).toBe(200);
    const signedIn = await world.call(null, 'POST', '/v1/login/', {
      email: users.customer,
      password: PASSWORD,
    });
    expect(signedIn.status).toBe(200);
    const { rows } = await sql`
      SELECT actor_email, action, record, account FROM audit_entry WHERE action = 'remove-two-factor'`.execute(
      world.db,
    );
    expect(rows).toEqual([
      {
        actor_email: users.admin,
        action: 'remove-two-factor',
        record: uuid,
        account: world.accounts.customer,
      },
    ]);
    await vi.waitFor(
      async () =>
        expect((await outboxMails(world.db, users.customer))[0]?.subject).toBe(
          'Your provider removed your second factor',
        ),
      { timeout: 30_000 },
    );
    expect((await remove('admin', uuid)).status).toBe(409);
  });

  test('turns the own one off in the profile alone, where password and code are asked for', async () => {
    await enrol('admin');
    const answer = await remove('admin', await uuidOf('admin'));
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toMatch(/in your profile/);
  });

  test('is needed: support and customers are refused, and an unknown user is not found', async () => {
    await enrol('other');
    const uuid = await uuidOf('other');
    for (const as of ['support', 'customer'] as const) expect((await remove(as, uuid)).status).toBe(403);
    await sql`UPDATE users SET ui_permissions = '[["user-list","post"]]' WHERE email = ${users.customer}`.execute(
      world.db,
    );
    expect((await remove('customer', uuid)).status).toBe(403);
    await sql`UPDATE users SET ui_permissions = NULL WHERE email = ${users.customer}`.execute(world.db);
    expect((await remove('admin', '01a1fd12-ad45-76ae-9747-bf02d132d258')).status).toBe(404);
  });
});
