import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import type { Dashboard } from '#schema/dashboard.ts';
import type { Profile } from '#schema/user.ts';
import { createTestApp, type TestApp, users } from '../../support/app.ts';

const BALANCE = 5_000_000;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(() =>
  sql`UPDATE account SET balance = ${BALANCE} WHERE uuid = ${t.accounts.customer}`.execute(t.db),
);

const give = (...pairs: (readonly [string, string])[]) =>
  sql`UPDATE users SET ui_permissions = ${JSON.stringify(pairs)} WHERE email = ${users.customer}`.execute(
    t.db,
  );
const profile = async () =>
  (await t.call<{ data: Profile }>('customer', 'GET', '/v1/autho/user/profile/')).body.data;
const dashboard = async () =>
  (await t.call<{ data: Dashboard }>('customer', 'GET', '/v1/core/dashboard/')).body.data;
const compose = (more: object, path = '/v1/sms/compose/') =>
  t.call<{ data: Plan; code?: string }>('customer', 'POST', path, {
    ...{ name: 'x', sender: t.sender, body: 'Namaste', recipients: { numbers: ['9841000001'] } },
    ...more,
  });
const plan = () => compose({}, '/v1/sms/compose/plan/');

test('with the pair for the wallet the balance is in the profile, on the dashboard and in a plan', async () => {
  await give(['topup-list', 'get'], ['bulk-sms', 'post']);
  expect((await profile()).wallet.balance).toBe(BALANCE);
  expect((await dashboard()).balance).toBe(BALANCE);
  const { data } = (await plan()).body;
  expect([data.balance, data.balance_after]).toEqual([BALANCE, BALANCE - data.cost]);
});

test('without it the balance is nowhere, and sending works', async () => {
  await give(['bulk-sms', 'post'], ['package-list', 'post'], ['campaign-list', 'get']);
  const answers = [
    await t.call('customer', 'GET', '/v1/autho/user/profile/'),
    await t.call('customer', 'GET', '/v1/core/dashboard/'),
    await plan(),
  ];
  for (const { status, text } of answers) {
    expect(status).toBeLessThan(300);
    expect(text).not.toContain(String(BALANCE));
  }
  expect((await profile()).wallet).toMatchObject({ balance: null });
  expect((await dashboard()).balance).toBeNull();
  const { data } = (await plan()).body;
  expect(data).toMatchObject({ balance: null, balance_after: null, sufficient: true });
  expect((await t.call('customer', 'GET', '/v1/credit/wallet-history/')).status).toBe(403);
  expect((await compose({ plan: data.uuid, cost: data.cost })).status).toBe(201);
});

test('without it a plan that is too dear says so, not by how much', async () => {
  await give(['bulk-sms', 'post']);
  const planned = (await plan()).body.data;
  await sql`UPDATE account SET balance = 37 WHERE uuid = ${t.accounts.customer}`.execute(t.db);
  const { status, body } = await compose({ plan: planned.uuid, cost: planned.cost });
  expect([status, body.code]).toEqual([402, 'insufficient_balance']);
  expect(body.data).toMatchObject({ sufficient: false, balance: null, balance_after: null });
});
