import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { apiKey, type NewApiKey } from '#schema/apiKey.ts';
import type { Failure } from '#schema/entity.ts';
import { grantable } from '#schema/keyPairs.ts';
import { type Pair, roles } from '#schema/permissions.ts';
import { teamRoles } from '#schema/teamRoles.ts';
import type { TwoFactorSecret } from '#schema/twoFactor.ts';
import type { User as Person } from '#schema/users.ts';
import { fromBase32, hotp, stepAt } from '../../../server/services/access/totp.ts';
import { createTestApp, PASSWORD, type TestApp, type User } from '../../support/app.ts';
import { mailedReset, mailsTo } from '../../support/mailbox.ts';
import { soon } from '../../support/soon.ts';

let app: TestApp;
/** The app with customers of this test's own. */
let t: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  t = await app.newCustomers();
  await demand(false);
  await sql`DELETE FROM two_factor`.execute(t.db);
  await sql`TRUNCATE request_count, sign_in_try, mail_quota`.execute(t.db);
});

const READING: Pair[] = [['campaign-list', 'get']];
const demand = (on: boolean) => sql`UPDATE provider_setting SET staff_two_factor = ${on}`.execute(app.db);
const make = (proof: object, as: User = 'customer', pairs: readonly Pair[] = READING) =>
  t.call<{ data: NewApiKey } & Failure>(as, 'POST', apiKey.path, { name: 'Shop', pairs, ...proof });
async function made(as: User = 'customer', pairs: readonly Pair[] = READING): Promise<NewApiKey> {
  const answer = await make({ password: PASSWORD }, as, pairs);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}
const use = (
  secret: string,
  url = '/v1/sms/compose/',
  method: 'GET' | 'POST' | 'PUT' = 'GET',
  payload?: object,
) =>
  t.app.inject({ method, url, headers: { authorization: `Token ${secret}` }, ...(payload && { payload }) });
const codeOf = (secret: string) => hotp(fromBase32(secret), stepAt(Date.now()));
async function enrol(as: User): Promise<string> {
  const start = await t.call<{ data: TwoFactorSecret }>(as, 'POST', '/v1/autho/two-factor/start/', {
    password: PASSWORD,
  });
  const { secret } = start.body.data;
  const on = await t.call(as, 'POST', '/v1/autho/two-factor/confirm/', { code: codeOf(secret) });
  expect(on.status).toBe(200);
  await sql`UPDATE two_factor SET last_step = 0`.execute(t.db);
  return secret;
}
const uuidOf = async (email: string) =>
  (await sql<{ uuid: string }>`SELECT uuid FROM users WHERE email = ${email}`.execute(t.db)).rows[0]
    ?.uuid as string;

test('a colleague cannot take the addresses from a key that may do more, but revokes it', async () => {
  const [more, same] = [await made('customer', [['topup-list', 'get']]), await made()];
  await sql`
    UPDATE users SET account = ${t.accounts.customer}, ui_permissions = ${JSON.stringify(teamRoles.developer)}
    WHERE email = ${t.emails.other}`.execute(t.db);
  const change = async (as: User, { uuid }: NewApiKey) =>
    (await t.call(as, 'PUT', `${apiKey.path}${uuid}/`, { name: 'Shop', addresses: [] })).status;
  expect([await change('other', more), await change('other', same)]).toEqual([403, 200]);
  expect(await change('customer', more)).toBe(200);
  expect((await t.call('other', 'POST', `${apiKey.path}${more.uuid}/revoke/`)).status).toBe(200);
});

describe('making a key', () => {
  test.each([
    [{}, 'password', 'Required'],
    [{ password: '' }, 'password', 'Required'],
    [{ password: 'wrong-password-9' }, 'password', 'The password is not correct.'],
    [{ code: '123456' }, 'password', 'Required'],
  ])('asks for the password: %j is not enough', async (proof, field, sentence) => {
    const answer = await make(proof);
    expect([answer.status, answer.body.errors]).toEqual([400, { [field]: [sentence] }]);
  });

  test('asks for a code where two-factor sign-in is on, and the password is not enough', async () => {
    const secret = await enrol('customer');
    expect((await make({ password: PASSWORD })).body.errors).toEqual({ code: ['Required'] });
    const wrong = await make({ code: '000000' === codeOf(secret) ? '111111' : '000000' });
    expect([wrong.status, wrong.body.code, Object.keys(wrong.body.errors ?? {})]).toEqual([
      ...[400, 'wrong_code'],
      ['code'],
    ]);
    const code = codeOf(secret);
    // A key that is refused spends no code.
    expect((await make({ code }, 'customer', [['user-list', 'get']])).body.errors).toHaveProperty('pairs');
    expect((await make({ code })).status).toBe(201);
    expect((await make({ code })).body.code).toBe('wrong_code');
  });

  test.each([
    ['behind', -1],
    ['ahead', 1],
  ])('goes by the database’s clock where the server’s is a day %s', async (_, days) => {
    const at = Date.now();
    const expires = (hours: number) => new Date(at + hours * 3_600_000).toISOString();
    vi.useFakeTimers({ toFake: ['Date'], now: at + days * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    const past = await make({ password: PASSWORD, expires_at: expires(-1) });
    expect([past.status, Object.keys(past.body.errors ?? {})]).toEqual([400, ['expires_at']]);
    expect((await make({ password: PASSWORD, expires_at: expires(1) })).status).toBe(201);
  });

  test('waits after wrong passwords as signing in does', async () => {
    for (let i = 0; i < 5; i++) await make({ password: 'wrong-password-9' });
    await sql`UPDATE sign_in_try SET next_at = next_at + interval '1 hour'`.execute(t.db);
    expect((await make({ password: PASSWORD })).status).toBe(429);
  });

  test('tells its user by mail, with the first characters; neither mail nor log has password, code or secret', async () => {
    const { secret, prefix } = await made();
    await soon(async () => {
      const [letter] = await mailsTo(t, t.emails.customer);
      expect(letter?.subject).toBe('An API key was added');
      expect(letter?.text).toContain(`starts with ${prefix} `);
      expect(letter?.text).toContain('/not-me/');
      expect(letter?.text).not.toContain(secret);
    });
    const { rows } = await sql<{ after: object }>`
      SELECT after FROM audit_entry WHERE entity = 'settings/api-keys' AND account = ${t.accounts.customer}`.execute(
      t.db,
    );
    expect(rows).toEqual([{ after: { name: 'Shop', pairs: READING, addresses: [] } }]);
    const coded = await enrol('customer');
    await make({ code: codeOf(coded) });
    const log = await sql<{
      all: string;
    }>`SELECT string_agg(after::text, ' ') AS all FROM audit_entry`.execute(t.db);
    expect(log.rows[0]?.all).not.toMatch(/"code"|"password"/);
  });
});

describe('a key of staff', () => {
  const MONEY = [
    ...['payment-reference-list', 'wallet-list', 'topup-list', 'package-list', 'product-pricing-list'],
    ...['package-sale-list', 'account-list', 'kyc-list', 'setting-list', 'user-list'],
  ].map((name): Pair => [name, 'post']);

  test('cannot be given pairs that move money or change users', async () => {
    const names = grantable(roles.admin, 'admin').map((pair) => pair.join(' '));
    for (const pair of MONEY) {
      expect(names).not.toContain(pair.join(' '));
      expect((await make({ password: PASSWORD }, 'admin', [pair])).body.errors).toEqual({
        pairs: ['API keys cannot have this permission. It can be used only in the console.'],
      });
    }
    // Customers' programs may buy and ask for top-ups of their own.
    expect((await make({ password: PASSWORD }, 'customer', [['package-list', 'post']])).status).toBe(201);
  });

  test('that was made with such pairs before has lost them', async () => {
    const { secret, uuid } = await made('admin');
    const all = JSON.stringify([...MONEY, ...READING]);
    await sql`UPDATE api_key SET pairs = ${all} WHERE uuid = ${uuid}`.execute(t.db);
    expect((await use(secret)).statusCode).toBe(200);
    const path = `/v1/credit/user-wallets/${t.accounts.customer}/adjust/`;
    expect((await use(secret, path, 'POST', { amount: 1, reason: 'x' })).statusCode).toBe(403);
    expect((await use(secret, '/v1/admin/settings/')).statusCode).toBe(403);
  });

  test('is refused where its user lacks the second factor that is demanded, and not before', async () => {
    const { secret } = await made('admin');
    const customers = await made('customer');
    expect((await use(secret)).statusCode).toBe(200);
    await demand(true);
    // One that is being set up is none.
    await t.call('admin', 'POST', '/v1/autho/two-factor/start/', { password: PASSWORD });
    const refused = await use(secret);
    expect([refused.statusCode, refused.json<Failure>().detail]).toEqual([
      403,
      'The user of this API key must set up two-factor sign-in first. The provider requires it.',
    ]);
    expect((await use(customers.secret)).statusCode).toBe(200);
    await enrol('admin');
    expect((await use(secret)).statusCode).toBe(200);
  });
});

describe('keys are revoked', () => {
  const mailedLink = async () => {
    await t.call(null, 'POST', '/v1/autho/password_reset/', { email: t.emails.customer });
    return mailedReset(t, t.emails.customer);
  };
  const status = async (secret: string) => (await use(secret)).statusCode;
  const revocations = async () =>
    (
      await sql<{ title: string; actor: string }>`
        SELECT title, actor_email AS actor FROM audit_entry
        WHERE action = 'revoke' AND entity = 'settings/api-keys' AND account = ${t.accounts.customer}`.execute(
        t.db,
      )
    ).rows;

  test.each([
    [{}, 401],
    [{ keep_keys: false }, 401],
    [{ keep_keys: true }, 200],
  ])('by a password reset with %j: then they answer %i', async (choice, expected) => {
    const { secret } = await made();
    const others = await made('other');
    const uuid = await mailedLink();
    const checked = await t.call(null, 'POST', '/v1/autho/password_reset/check/', { uuid });
    expect(checked.body).toEqual({ data: { usable: true, keys: 1 } });
    const body = { uuid, password: 'another-password-2', ...choice };
    expect((await t.call(null, 'POST', '/v1/autho/password_reset/confirm/', body)).status).toBe(200);
    expect(await status(secret)).toBe(expected);
    expect(await status(others.secret)).toBe(200);
    expect(await revocations()).toEqual(
      expected === 401 ? [{ title: 'Shop', actor: t.emails.customer }] : [],
    );
  });

  test.each([
    [{}, 401],
    [{ keep_keys: true }, 200],
  ])(
    'when an administrator deactivates the user with %j: active again, they answer %i',
    async (choice, expected) => {
      const { secret } = await made();
      const path = `/v1/autho/users/${await uuidOf(t.emails.customer)}/`;
      const before = await t.call<{ data: Person }>('admin', 'GET', path);
      expect(before.body.data.api_keys).toBe(1);
      expect((await t.call('admin', 'PUT', path, { is_active: false, ...choice })).status).toBe(200);
      expect(await status(secret)).toBe(401);
      const after = await t.call<{ data: Person }>('admin', 'PUT', path, { is_active: true });
      expect(after.body.data.api_keys).toBe(expected === 401 ? 0 : 1);
      expect(await status(secret)).toBe(expected);
      expect(await revocations()).toEqual(expected === 401 ? [{ title: 'Shop', actor: t.emails.admin }] : []);
    },
  );

  test('and not by another change of the user', async () => {
    const { secret } = await made();
    const path = `/v1/autho/users/${await uuidOf(t.emails.customer)}/`;
    expect((await t.call('admin', 'PUT', path, { name: 'Sita', is_active: true })).status).toBe(200);
    expect(await status(secret)).toBe(200);
  });
});
