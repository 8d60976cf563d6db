import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { PASSWORD_COMMON, PASSWORD_MIN, PASSWORD_PERSONAL, PASSWORD_SHORT } from '#schema/signup.ts';
import { createTestApp, PASSWORD, type TestApp, users } from '../../support/app.ts';
import { allMailsTo } from '../../support/mailbox.ts';

let app: TestApp;
/** The app with customers of this test's own. */
let t: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  t = await app.newCustomers();
});

const FRESH = 'नयाँ पासवर्ड';
const send = async (token: string, method: 'GET' | 'POST', url: string, payload?: object) => {
  const headers = { authorization: `Token ${token}` };
  const answer = await t.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json<Failure & { detail?: string }>() };
};
const change = (token: string, new_password: string, old_password = PASSWORD) =>
  send(token, 'POST', '/v1/autho/user/change-password/', { old_password, new_password });
const lives = async (token: string) => (await send(token, 'GET', '/v1/autho/user/profile/')).status === 200;
const signsIn = async (password: string) => {
  const payload = { email: t.emails.customer, password };
  return (await t.app.inject({ method: 'POST', url: '/v1/login/', payload })).statusCode === 200;
};
const userOf = async (email: string) => {
  const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM users WHERE email = ${email}`.execute(t.db);
  return rows[0]?.uuid as string;
};

test('needs both passwords, and the old one right', async () => {
  const { customer } = t.tokens;
  expect((await change(customer, '', '')).body.errors).toEqual({
    old_password: ['Required'],
    new_password: ['Required'],
  });
  const wrong = await change(customer, FRESH, 'no');
  expect([wrong.status, wrong.body.errors]).toEqual([
    400,
    { old_password: ['The current password is not correct.'] },
  ]);
  expect(await signsIn(PASSWORD)).toBe(true);
});

test.each([
  ['short, however many octets it has', '😀'.repeat(PASSWORD_MIN - 1), PASSWORD_SHORT],
  ['the person’s own name', 'sita  SHARMA', PASSWORD_PERSONAL],
  ['one that many have', 'Trustno1', PASSWORD_COMMON],
])('takes no new one that is %s', async (_, fresh, why) => {
  const refused = await change(t.tokens.customer, fresh);
  expect([refused.status, refused.body.errors]).toEqual([400, { new_password: [why] }]);
});

test('takes not the person’s own address, and the shortest that may be', async () => {
  const refused = await change(t.tokens.customer, t.emails.customer);
  expect(refused.body.errors).toEqual({ new_password: [PASSWORD_PERSONAL] });
  const shortest = 'xq7vk2pw'.slice(0, PASSWORD_MIN);
  expect((await change(t.tokens.customer, shortest)).status).toBe(200);
  expect(await signsIn(shortest)).toBe(true);
});

test('takes effect, and ends the other sessions and every mailed link', async () => {
  const elsewhere = await t.signIn(t.emails.customer);
  const user = await userOf(t.emails.customer);
  await sql`
    INSERT INTO password_reset (hash, "user", expires_at) VALUES ('x', ${user}, now() + interval '1 hour')`.execute(
    t.db,
  );
  const answer = await change(t.tokens.customer, FRESH);
  expect(answer.body).toEqual({ detail: 'Password changed successfully' });
  expect([await lives(t.tokens.customer), await lives(elsewhere), await lives(t.tokens.other)]).toEqual([
    ...[true, false, true],
  ]);
  expect([await signsIn(PASSWORD), await signsIn(FRESH)]).toEqual([false, true]);
  const links = await sql`SELECT FROM password_reset WHERE "user" = ${user}`.execute(t.db);
  expect(links.rows).toEqual([]);
});

test('is mailed to the user and recorded in the audit log', async () => {
  const user = await userOf(t.emails.customer);
  await change(t.tokens.customer, FRESH);
  const letters = await allMailsTo(t, t.emails.customer);
  expect(letters.map(({ subject }) => subject)).toEqual(['Your password was changed']);
  const { rows } = await sql`
    SELECT action, entity, actor, title FROM audit_entry WHERE record = ${user}`.execute(t.db);
  expect(rows).toEqual([{ action: 'change-password', entity: 'users', actor: user, title: 'Sita Sharma' }]);
});

test('ends the sessions in which staff are signed in as a customer', async () => {
  const path = `/v1/autho/users/${await userOf(t.emails.customer)}/sign-in-as/`;
  const { body } = await t.call<{ data: { token: string } }>('admin', 'POST', path, { reason: 'A look' });
  expect(await lives(body.data.token)).toBe(true);
  expect((await change(t.tokens.admin, FRESH)).status).toBe(200);
  expect(await lives(body.data.token)).toBe(false);
  expect(await lives(t.tokens.admin)).toBe(true);
  await sql`
    UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = ${users.support})
    WHERE email = ${users.admin}`.execute(t.db);
});
