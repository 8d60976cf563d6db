import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiKey } from '#schema/apiKey.ts';
import type { Failure } from '#schema/entity.ts';
import { PASSKEYS } from '#schema/passkey.ts';
import { TWO_FACTOR, type TwoFactorSecret } from '#schema/twoFactor.ts';
import type { Db } from '../../../server/db/database.ts';
import { unusableHash } from '../../../server/services/access/passwords.ts';
import { endAllSessions, startSession } from '../../../server/services/access/sessions.ts';
import { fromBase32, hotp, stepAt } from '../../../server/services/access/totp.ts';
import { createTestApp, PASSWORD, type TestApp } from '../../support/app.ts';
import { waitForLocks } from '../../support/locks.ts';

let app: TestApp;
/** The app with customers of this test's own. */
let t: TestApp;
let user: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  t = await app.newCustomers();
  const { rows } = await sql<{ uuid: string }>`
    SELECT uuid FROM users WHERE email = ${t.emails.customer}`.execute(t.db);
  user = rows[0]?.uuid as string;
});

const send = (url: string, body: object, as: 'customer' | null = 'customer') =>
  t.call<Failure & { data: TwoFactorSecret }>(as, 'POST', url, body);
const signIn = (more = {}) =>
  send('/v1/login/', { email: t.emails.customer, password: PASSWORD, ...more }, null);
/** A code for an app whose set-up has begun. */
async function code(): Promise<string> {
  const { secret } = (await send(`${TWO_FACTOR}start/`, { password: PASSWORD })).body.data;
  return hotp(fromBase32(secret), stepAt(Date.now()));
}
/** A request that has checked what was sent with it, and waits for the user, whom another one changes. */
async function overtaken<T>(request: () => Promise<T>, change: (trx: Db) => Promise<unknown>): Promise<T> {
  const { answer } = await t.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM users WHERE uuid = ${user} FOR UPDATE`.execute(trx);
    const answer = request();
    await waitForLocks(t.db);
    await change(trx);
    return { answer };
  });
  return answer;
}
/** As a new password, or "this was not me", does. */
const endAll = async (trx: Db) => {
  await sql`UPDATE users SET password_hash = ${unusableHash} WHERE uuid = ${user}`.execute(trx);
  await endAllSessions(trx, user);
};
const sessions = async () => (await sql`SELECT FROM token WHERE "user" = ${user}`.execute(t.db)).rows.length;

test('a sign-in with the old password starts no session once it is no longer right', async () => {
  expect(await overtaken(signIn, endAll)).toMatchObject({ status: 400, body: { code: 'wrong_credentials' } });
  expect(await sessions()).toBe(0);
});

test.each([{}, { code: '123456' }])(
  'a sign-in that began without a second factor needs it: %o',
  async (more) => {
    await code();
    const answer = await overtaken(
      () => signIn(more),
      async (trx) => {
        await sql`UPDATE two_factor SET confirmed_at = now() WHERE "user" = ${user}`.execute(trx);
        await endAllSessions(trx, user);
      },
    );
    const missing = 'code' in more ? 'wrong_code' : 'two_factor_required';
    expect(answer).toMatchObject({ status: 400, body: { code: missing } });
    expect(await sessions()).toBe(0);
  },
);

const CHANGE = { old_password: PASSWORD, new_password: 'another good one' };
test.each<[string, string, () => Promise<object>]>([
  ['sets no other password', '/v1/autho/user/change-password/', async () => CHANGE],
  [
    'makes no API key',
    apiKey.path,
    async () => ({ name: 'X', pairs: [['campaign-list', 'get']], password: PASSWORD }),
  ],
  [
    'asks for no other address',
    '/v1/autho/user/address/',
    async () => ({ email: 'x@new.test', password: PASSWORD }),
  ],
  ['turns on no second factor', `${TWO_FACTOR}confirm/`, async () => ({ code: await code() })],
  [
    'replaces no app whose set-up has begun',
    `${TWO_FACTOR}start/`,
    async () => {
      await code();
      return { password: PASSWORD };
    },
  ],
])('a session that has ended meanwhile %s', async (_, url, proof) => {
  const body = await proof();
  const app = async () =>
    (await sql`SELECT secret FROM two_factor WHERE "user" = ${user}`.execute(t.db)).rows;
  const begun = await app();
  const answer = await overtaken(() => send(url, body), endAll);
  expect(answer, answer.text).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  const { rows } = await sql`
    SELECT password_hash,
      (SELECT count(*) FROM api_key k WHERE k."user" = u.uuid) AS keys,
      (SELECT count(*) FROM address_change c WHERE c."user" = u.uuid) AS addresses,
      (SELECT count(*) FROM two_factor f WHERE f."user" = u.uuid AND confirmed_at IS NOT NULL) AS factors
    FROM users u WHERE uuid = ${user}`.execute(t.db);
  expect(rows).toEqual([{ password_hash: unusableHash, keys: 0, addresses: 0, factors: 0 }]);
  expect(await app()).toEqual(begun);
});

const SECRET = 'JBSWY3DPEHPK3PXP';
test.each<[string, (passkey: string) => string]>([
  ['turns off no second factor', () => `${TWO_FACTOR}turn-off/`],
  ['renews no recovery codes', () => `${TWO_FACTOR}recovery-codes/`],
  ['removes no passkey', (passkey) => `${PASSKEYS}${passkey}/remove/`],
])('a session that has ended meanwhile %s', async (_, url) => {
  await sql`
    INSERT INTO two_factor ("user", secret, confirmed_at) VALUES (${user}, ${SECRET}, now())`.execute(t.db);
  await sql`INSERT INTO recovery_code ("user", hash) VALUES (${user}, 'x')`.execute(t.db);
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO passkey ("user", name, credential_id, public_key, counter, backup_eligible, backed_up)
    VALUES (${user}, 'Mine', uuid_send(gen_random_uuid()), '\\x01', 0, false, false) RETURNING uuid`.execute(
    t.db,
  );
  const kept = () =>
    sql`
      SELECT (SELECT count(*) FROM two_factor f WHERE f."user" = u.uuid) AS factors,
        (SELECT count(*) FROM passkey k WHERE k."user" = u.uuid) AS passkeys,
        (SELECT array_agg(hash) FROM recovery_code r WHERE r."user" = u.uuid) AS codes
      FROM users u WHERE uuid = ${user}`.execute(t.db);
  const before = await kept();
  const proof = { password: PASSWORD, code: hotp(fromBase32(SECRET), stepAt(Date.now())) };
  const answer = await overtaken(() => send(url(rows[0]?.uuid as string), proof), endAll);
  expect(answer, answer.text).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect((await kept()).rows).toEqual(before.rows);
});

test.each<[string, string, () => Promise<object>]>([
  ['A new password', '/v1/autho/user/change-password/', async () => CHANGE],
  ['A first second factor', `${TWO_FACTOR}confirm/`, async () => ({ code: await code() })],
])('%s also ends a session that was being started', async (_, url, proof) => {
  const body = await proof();
  const answer = await overtaken(
    () => send(url, body),
    (trx) => startSession(trx, user),
  );
  expect(answer.status, answer.text).toBe(200);
  expect(await sessions()).toBe(1);
});
