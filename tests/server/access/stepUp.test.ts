import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { grantable } from '#schema/keyPairs.ts';
import { roles } from '#schema/permissions.ts';
import { needsStepUp, PROVE, stepUpPairs } from '#schema/stepUp.ts';
import { operationsOf } from '../../contract/operations.ts';
import { createTestApp, PASSWORD, type TestApp, type User, users } from '../../support/app.ts';

const SETTINGS = '/v1/admin/settings/';
const NOBODY = '01890000-0000-7000-8000-000000000000';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`UPDATE provider_setting SET step_up_minutes = 15`.execute(t.db);
  await sql`DELETE FROM sign_in_try`.execute(t.db);
  await sql`DELETE FROM token WHERE actor IS NOT NULL`.execute(t.db);
  await provedAgo('0 minutes');
});

const provedAgo = (age: string) => sql`UPDATE token SET proved_at = now() - ${age}::interval`.execute(t.db);
const change = (as: User = 'admin') => t.call<Failure>(as, 'PUT', SETTINGS, { staff_two_factor: false });
const prove = (body: object = { password: PASSWORD }, as: User = 'admin') =>
  t.call<Failure>(as, 'POST', PROVE, body);

test('a user who signed in within the minutes is not asked; later they are, until they confirm their identity', async () => {
  await provedAgo('14 minutes');
  expect((await change()).status).toBe(200);
  await provedAgo('15 minutes 1 second');
  const refused = await change();
  expect([refused.status, refused.body.code]).toEqual([403, 'proof_required']);
  expect((await t.call('admin', 'GET', SETTINGS)).status).toBe(200);
  expect((await prove({})).body.errors).toEqual({ password: ['Required'] });
  expect((await prove({ password: 'wrong' })).status).toBe(400);
  expect((await change()).status).toBe(403);
  expect((await prove()).status).toBe(200);
  expect((await change()).status).toBe(200);
  const { rows } = await sql`
    SELECT action, entity, title FROM audit_entry
    WHERE action IN ('prove', 'wrong-password') ORDER BY uuid DESC LIMIT 2`.execute(t.db);
  const of = { entity: 'users', title: 'Asha Gurung' };
  expect(rows).toEqual([
    { ...of, action: 'prove' },
    { ...of, action: 'wrong-password' },
  ]);
});

test('it holds for the session in which it was shown alone', async () => {
  const other = await t.signIn(users.admin);
  await provedAgo('1 hour');
  await prove();
  const put = (token: string) =>
    t.app.inject({
      ...{ method: 'PUT', url: SETTINGS, payload: { staff_two_factor: false } },
      headers: { authorization: `Token ${token}` },
    });
  expect((await put(other)).statusCode).toBe(403);
  expect((await change()).status).toBe(200);
});

test('signing in counts as showing it', async () => {
  await provedAgo('1 hour');
  const token = await t.signIn(users.admin);
  const answer = await t.app.inject({
    ...{ method: 'PUT', url: SETTINGS, payload: { staff_two_factor: false } },
    headers: { authorization: `Token ${token}` },
  });
  expect(answer.statusCode).toBe(200);
});

test('the setting says after how many minutes, and empty never', async () => {
  await sql`UPDATE provider_setting SET step_up_minutes = 60`.execute(t.db);
  await provedAgo('59 minutes');
  expect((await change()).status).toBe(200);
  await provedAgo('61 minutes');
  expect((await change()).status).toBe(403);
  await sql`UPDATE provider_setting SET step_up_minutes = NULL`.execute(t.db);
  expect((await change()).status).toBe(200);
});

test('a proof of a time when the database’s clock was ahead is none', async () => {
  await provedAgo('-30 seconds');
  expect((await change()).status).toBe(200);
  await provedAgo('-1 day');
  expect((await change()).body.code).toBe('proof_required');
  await sql`UPDATE provider_setting SET step_up_minutes = NULL`.execute(t.db);
  expect((await change()).status).toBe(200);
  await sql`UPDATE provider_setting SET step_up_minutes = 15`.execute(t.db);
  expect((await prove()).status).toBe(200);
  expect((await change()).status).toBe(200);
});

test('a code is asked for where two-factor sign-in is on', async () => {
  await sql`
    INSERT INTO two_factor ("user", secret, confirmed_at)
    SELECT uuid, 'A', now() FROM users WHERE email = ${users.admin}`.execute(t.db);
  expect((await prove()).body.errors).toEqual({ code: ['Required'] });
  expect((await prove({ code: '000000' })).body.code).toBe('wrong_code');
  await sql`DELETE FROM two_factor`.execute(t.db);
});

test('every operation that changes money, prices, users or settings asks, and signing in as a customer, and no other', async () => {
  await provedAgo('1 hour');
  const asks: string[] = [];
  for (const { name, method, path } of await operationsOf(t)) {
    // Signing out ends the session that asks.
    if (method === 'GET' || path === '/v1/autho/logout/') continue;
    for (const caller of ['admin', 'customer'] as const) {
      const { body } = await t.call<Failure>(caller, method, path.replaceAll(/\{\w+\}/g, NOBODY), {});
      if (body?.code === 'proof_required') asks.push(`${caller} ${name}`);
    }
  }
  expect(asks.sort()).toMatchInlineSnapshot(`
    [
      "admin DELETE /v1/admin/product-pricing/{uuid}/",
      "admin DELETE /v1/admin/settings/billing/gateways/{method}/",
      "admin DELETE /v1/admin/settings/billing/vat-rates/{from}/",
      "admin DELETE /v1/admin/settings/mail/",
      "admin DELETE /v1/admin/settings/mail/texts/{kind}/{language}/",
      "admin DELETE /v1/credit/sms-packages/all/{uuid}/",
      "admin POST /v1/admin/accounts/",
      "admin POST /v1/admin/accounts/{uuid}/activate/",
      "admin POST /v1/admin/accounts/{uuid}/deactivate/",
      "admin POST /v1/admin/credit-limits/{uuid}/confirm/",
      "admin POST /v1/admin/credit-limits/{uuid}/reject/",
      "admin POST /v1/admin/failover/resume/",
      "admin POST /v1/admin/payment-reference/refunds/{uuid}/handle/",
      "admin POST /v1/admin/product-pricing/",
      "admin POST /v1/admin/product-pricing/{uuid}/confirm/",
      "admin POST /v1/admin/settings/billing/gateways/{method}/check/",
      "admin POST /v1/admin/settings/mail/test/",
      "admin POST /v1/admin/wallet-adjustments/{uuid}/confirm/",
      "admin POST /v1/admin/wallet-adjustments/{uuid}/reject/",
      "admin POST /v1/autho/users/",
      "admin POST /v1/autho/users/{uuid}/cancel-address/",
      "admin POST /v1/autho/users/{uuid}/end-sessions/",
      "admin POST /v1/autho/users/{uuid}/invitation-link/",
      "admin POST /v1/autho/users/{uuid}/remove-two-factor/",
      "admin POST /v1/autho/users/{uuid}/resend-address/",
      "admin POST /v1/autho/users/{uuid}/send-link/",
      "admin POST /v1/autho/users/{uuid}/sign-in-as/",
      "admin POST /v1/credit/payment/credit_payment_confirm/",
      "admin POST /v1/credit/payment/credit_payment_reject/",
      "admin POST /v1/credit/sms-packages/all/",
      "admin POST /v1/credit/user-wallets/{uuid}/adjust/",
      "admin PUT /v1/admin/accounts/{uuid}/",
      "admin PUT /v1/admin/payment-reference/{uuid}/",
      "admin PUT /v1/admin/product-pricing/{uuid}/",
      "admin PUT /v1/admin/settings/",
      "admin PUT /v1/admin/settings/billing/",
      "admin PUT /v1/admin/settings/billing/gateways/{method}/",
      "admin PUT /v1/admin/settings/billing/invoice-series/",
      "admin PUT /v1/admin/settings/billing/vat-rates/",
      "admin PUT /v1/admin/settings/brand/",
      "admin PUT /v1/admin/settings/calendar/",
      "admin PUT /v1/admin/settings/mail/",
      "admin PUT /v1/admin/settings/mail/texts/{kind}/{language}/",
      "admin PUT /v1/admin/settings/security/",
      "admin PUT /v1/admin/settings/sending/",
      "admin PUT /v1/autho/users/{uuid}/",
      "admin PUT /v1/credit/sms-packages/all/{uuid}/",
      "admin PUT /v1/credit/user-payment-reference/all/{uuid}/",
    ]
  `);
}, 60_000);

test('prices, packages for sale and signing in as a customer ask once together', async () => {
  const { rows } = await sql<{
    uuid: string;
  }>`SELECT uuid FROM users WHERE email = ${users.customer}`.execute(t.db);
  const tries = {
    price: () => t.call('admin', 'POST', '/v1/admin/product-pricing/', { price: 90, note: null }),
    package: () => t.call('admin', 'POST', '/v1/credit/sms-packages/all/', {}),
    signInAs: () =>
      t.call('admin', 'POST', `/v1/autho/users/${rows[0]?.uuid}/sign-in-as/`, { reason: 'A look' }),
    support: () =>
      t.call('support', 'POST', `/v1/autho/users/${rows[0]?.uuid}/sign-in-as/`, { reason: 'A look' }),
  };
  await provedAgo('1 hour');
  for (const [what, attempt] of Object.entries(tries))
    expect((await attempt()).body, what).toMatchObject({ code: 'proof_required' });
  expect((await sql`SELECT FROM token WHERE actor IS NOT NULL`.execute(t.db)).rows).toEqual([]);
  await prove();
  await prove({ password: PASSWORD }, 'support');
  for (const [what, attempt] of Object.entries(tries))
    expect((await attempt()).body, what).not.toMatchObject({ code: 'proof_required' });
  expect((await sql`SELECT FROM token WHERE actor IS NOT NULL`.execute(t.db)).rows).toHaveLength(2);
});

test('no API key of staff, and no customer, holds what asks for it', () => {
  const keys = grantable(roles.admin, 'admin');
  expect(keys.filter(needsStepUp)).toEqual([]);
  expect(roles.customer.filter(needsStepUp)).toEqual([]);
  expect(roles.admin.filter(needsStepUp)).toHaveLength(stepUpPairs.length);
});

test('an API key shows nothing, and who looks on as a customer neither', async () => {
  const customer = await sql<{ uuid: string }>`
    SELECT uuid FROM users WHERE email = ${users.customer}`.execute(t.db);
  const made = await t.call<{ data: { token: string } }>(
    'admin',
    'POST',
    `/v1/autho/users/${customer.rows[0]?.uuid}/sign-in-as/`,
    { reason: 'A look' },
  );
  const as = (token: string) =>
    t.app.inject({
      ...{ method: 'POST', url: PROVE, payload: { password: PASSWORD } },
      headers: { authorization: `Token ${token}` },
    });
  expect((await as(made.body.data.token)).statusCode).toBe(403);
  const key = await t.call<{ data: { secret: string } }>('customer', 'POST', '/v1/autho/api-keys/', {
    ...{ name: 'Key', pairs: [['contact-list', 'get']], password: PASSWORD },
  });
  expect((await as(key.body.data.secret)).statusCode).toBe(403);
});
