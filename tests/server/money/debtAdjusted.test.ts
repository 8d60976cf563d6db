import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { Adjusted } from '#schema/wallet.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('the debt of a post-paid account is adjusted from the balance that was shown, which is below zero', async () => {
  const { customer } = t.accounts;
  const limit = { name: 'Himal Traders', type: 'company', billing: 'postpaid', credit_limit: 50_000 };
  expect((await t.call('admin', 'PUT', `/v1/admin/accounts/${customer}/`, limit)).status).toBe(200);
  const adjust = (amount: number, balance: number) =>
    t.call<{ data: Adjusted } & Failure>('admin', 'POST', `/v1/credit/user-wallets/${customer}/adjust/`, {
      ...{ amount, reason: 'Paid in cash', balance },
    });
  const { data } = (
    await t.call<{ data: { balance: number } }>('admin', 'GET', `/v1/admin/accounts/${customer}/`)
  ).body;
  expect((await adjust(-data.balance - 40_000, data.balance)).body.data.after).toBe(-40_000);
  expect((await adjust(10_000, -40_000)).body.data).toEqual({ before: -40_000, after: -30_000 });
  expect((await adjust(10_000, -40_000)).status).toBe(409);
  await audit(t.db);
});
