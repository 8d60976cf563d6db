import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSKEYS } from '#schema/passkey.ts';
import { type Pair, roles } from '#schema/permissions.ts';
import { ownReportPair } from '#schema/report.ts';
import { OWN_REPORT_MAIL, type ReportMail } from '#schema/reportMail.ts';
import type { Session } from '#schema/session.ts';
import type { Profile } from '#schema/user.ts';
import { createTestApp, type TestApp, type User, users } from '../../support/app.ts';
import { pdf } from '../../support/documents.ts';
import { kycInput, submitKyc } from '../../support/kyc.ts';

/** A session of staff as a customer sees no more than the member of staff may. */
let world: TestApp;
let customer: string;
beforeAll(async () => {
  world = await createTestApp();
  const { rows } = await sql<{ uuid: string }>`
    SELECT uuid FROM users WHERE email = ${users.customer}`.execute(world.db);
  customer = rows[0]!.uuid;
});
afterAll(() => world.close());
beforeEach(() => sql`UPDATE users SET ui_permissions = NULL`.execute(world.db));

const PROFILE = '/v1/autho/user/profile/';
const CONTACTS = ['/v1/core/contacts/', '/v1/core/contacts/export/'];
const signInAsOnly: Pair = ['sign-in-as', 'get'];

/** A token of a session as the customer. */
const acting = async (as: User = 'support') => {
  const path = `/v1/autho/users/${customer}/sign-in-as/`;
  const answer = await world.call<{ data: { token: string } }>(as, 'POST', path, { reason: 'A question' });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.token;
};
const get = (token: string, url: string) =>
  world.app.inject({ url, headers: { authorization: `Token ${token}` } });
const read = async <T>(token: string, url: string): Promise<T> => (await get(token, url)).json<T>();
const statuses = (token: string, ...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await get(token, path)).statusCode));
const give = (caller: User, pairs: readonly Pair[] | null) =>
  sql`UPDATE users SET ui_permissions = ${pairs && JSON.stringify(pairs)} WHERE email = ${users[caller]}`.execute(
    world.db,
  );

test('support has no contacts and no blacklist, nor their files', async () => {
  const token = await acting();
  expect(await statuses(token, ...CONTACTS, '/v1/core/sms/blacklist-numbers/export/')).toEqual([
    403, 403, 403,
  ]);
  expect(await statuses(await acting('admin'), ...CONTACTS)).toEqual([200, 200]);
});

test('what is taken from them, or from the customer, counts at the next request', async () => {
  await give('support', [...roles.support, ['contact-list', 'get']]);
  const token = await acting();
  expect(await statuses(token, ...CONTACTS)).toEqual([200, 200]);
  await give('support', roles.support);
  expect(await statuses(token, ...CONTACTS)).toEqual([403, 403]);
  expect(await statuses(token, '/v1/sms/templates/')).toEqual([200]);
  await give('customer', [['contact-list', 'get']]);
  expect(await statuses(token, '/v1/sms/templates/')).toEqual([403]);
});

test('with no other pair there is no KYC, no paper, no balance, no address of the customer', async () => {
  await sql`UPDATE account SET type = 'company' WHERE uuid = ${world.accounts.customer}`.execute(world.db);
  const { uuid, document_front } = (await submitKyc(world, await kycInput(world))).body.data;
  const loose = (await world.upload<{ data: { uuid: string } }>(pdf())).body.data.uuid;
  const paths = [`/v1/core/files/${document_front}/`, `/v1/autho/kyc/${uuid}/decisions/`];
  const token = await acting();
  expect(await statuses(token, ...paths)).toEqual([200, 200]);
  // What the customer has uploaded and not yet submitted is theirs.
  expect(await statuses(token, `/v1/core/files/${loose}/`)).toEqual([404]);

  await give('support', [signInAsOnly]);
  expect(await statuses(token, ...paths)).toEqual([403, 403]);
  const kyc = await read<{ data: object }>(token, `/v1/autho/kyc/${uuid}/`);
  expect(Object.keys(kyc.data)).not.toContain('name');
  const { data } = await read<{ data: Profile }>(token, PROFILE);
  expect(data).toMatchObject({
    email: '',
    phone: null,
    wallet: { balance: null },
    ui_permissions: [],
  });
  expect(await statuses(token, '/v1/autho/accounts/', '/v1/sms/identities/')).toEqual([403, 403]);
});

test('the e-mail address is nowhere without the pairs that guard it, nor one that waits to be confirmed', async () => {
  await sql`INSERT INTO address_change ("user", email, by_owner, expires_at)
    VALUES (${customer}, 'new@sita.example', true, now() + interval '1 hour')`.execute(world.db);
  await give('support', [signInAsOnly, ownReportPair]);
  const token = await acting();
  const told = async () => {
    const profile = await read<{ data: Profile }>(token, PROFILE);
    const mail = await read<{ data: ReportMail }>(token, OWN_REPORT_MAIL);
    return [profile.data.email, profile.data.address_change?.email ?? null, mail.data.email];
  };
  expect(await told()).toEqual(['', null, '']);
  await give('support', [signInAsOnly, ownReportPair, ['user-list', 'get'], ['account-list', 'get']]);
  expect(await told()).toEqual([users.customer, 'new@sita.example', users.customer]);
});

test.each(['user-list', 'account-list'] as const)(
  'the own profile and account need %s, too',
  async (name) => {
    await give('support', [signInAsOnly, ['profile-my', 'get'], [name, 'get']]);
    const token = await acting();
    expect(await statuses(token, '/v1/autho/accounts/')).toEqual([403]);
    await give('support', [signInAsOnly, ['user-list', 'get'], ['account-list', 'get']]);
    expect(await statuses(token, '/v1/autho/accounts/')).toEqual([200]);
    const { data } = await read<{ data: Profile }>(token, PROFILE);
    expect(data.email).toBe(users.customer);
  },
);

test('where the customer signs in from is not told', async () => {
  await sql`UPDATE token SET ip = '203.0.113.9', user_agent = 'Phone' WHERE "user" = ${customer}`.execute(
    world.db,
  );
  const token = await acting('admin');
  const { results } = await read<{ results: Session[] }>(token, '/v1/autho/sessions/');
  expect(results.length).toBeGreaterThan(1);
  for (const { ip, user_agent } of results) expect([ip, user_agent]).toEqual([null, null]);
});

test('what the customer signs in with is not told', async () => {
  await sql`INSERT INTO two_factor ("user", secret, confirmed_at) VALUES (${customer}, 'SECRET', now())`.execute(
    world.db,
  );
  await sql`
    INSERT INTO passkey ("user", name, credential_id, public_key, counter, backup_eligible, backed_up)
    VALUES (${customer}, 'Sita’s phone', '\\x01', '\\x01', 0, false, false)`.execute(world.db);
  const own = await world.call<{ data: unknown[] }>('customer', 'GET', PASSKEYS);
  expect(own.body.data).toHaveLength(1);
  expect(await read(await acting('admin'), PASSKEYS)).toEqual({ data: [] });
});
