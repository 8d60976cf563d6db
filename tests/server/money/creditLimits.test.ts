import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '#schema/account.ts';
import type { CreditLimitChange } from '#schema/creditLimitChange.ts';
import type { Failure } from '#schema/entity.ts';
import type { Adjusted } from '#schema/wallet.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

let app: TestApp;
/** The app with customers of this test's own. */
let t: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  // A second administrator.
  await sql`UPDATE users SET role = 'admin' WHERE email = ${app.emails.support}`.execute(app.db);
});
afterAll(() => app.close());
beforeEach(async () => {
  t = await app.newCustomers();
  await limit(100_000);
});

const limit = (above: number | null) =>
  sql`UPDATE provider_setting SET second_person_above = ${above}`.execute(app.db);
const LIMITS = '/v1/admin/credit-limits/';
const ACCOUNTS = '/v1/admin/accounts/';

const set = (as: User, credit_limit: number | null, billing = 'postpaid', account = t.accounts.customer) =>
  t.call<{ data: Account } & Failure>(as, 'PUT', `${ACCOUNTS}${account}/`, {
    ...{ name: 'Himal Traders', type: 'company', billing, credit_limit },
  });
const holds = async () =>
  (await t.call<{ data: Account }>('admin', 'GET', `${ACCOUNTS}${t.accounts.customer}/`)).body.data;
const listed = async () =>
  (
    await t.call<{ results: CreditLimitChange[] }>(
      'admin',
      'GET',
      `${LIMITS}?account=${t.accounts.customer}&ordering=created_at`,
    )
  ).body.results;
const decide = (as: User, uuid: string, way: 'confirm' | 'reject', body?: object) =>
  t.call<{ data: CreditLimitChange } & Failure>(as, 'POST', `${LIMITS}${uuid}/${way}/`, body);

test('a rise of the limit is done by one person, one paisa more waits for a second', async () => {
  expect((await set('admin', 100_000)).body.data).toMatchObject({
    credit_limit: 100_000,
    credit_limit_waits: null,
  });
  t = await app.newCustomers();
  expect((await set('admin', 100_001)).body.data).toMatchObject({
    ...{ billing: 'postpaid', credit_limit: 0, credit_limit_waits: 100_001 },
  });
  const [waits] = await listed();
  expect(waits).toMatchObject({
    ...{ former: 0, credit_limit: 100_001, status: 'pending', decided_by_name: null },
    asked_by_name: 'Asha Gurung',
  });
  const uuid = waits?.uuid as string;
  const alone = await decide('admin', uuid, 'confirm');
  expect([alone.status, alone.body.detail]).toEqual([
    403,
    'You asked for this credit limit, so a second person must confirm it.',
  ]);
  const confirmed = await decide('support', uuid, 'confirm');
  expect([confirmed.status, confirmed.body.data.status]).toEqual([200, 'confirmed']);
  expect(await holds()).toMatchObject({ credit_limit: 100_001, credit_limit_waits: null });
  expect((await decide('support', uuid, 'confirm')).status).toBe(409);
  const { rows } = await sql<{ action: string; actor_email: string }>`
    SELECT action, actor_email FROM audit_entry WHERE record = ${uuid} ORDER BY uuid`.execute(t.db);
  expect(rows.map(({ action, actor_email }) => [action, actor_email])).toEqual([
    ['request', t.emails.admin],
    ['confirm', t.emails.support],
  ]);
});

test('rises in steps, and rises with adjustments, count together', async () => {
  await set('admin', 60_000);
  expect((await set('admin', 120_000)).body.data).toMatchObject({
    ...{ credit_limit: 60_000, credit_limit_waits: 120_000 },
  });
  // Another person has room of their own.
  expect((await set('support', 150_000)).body.data).toMatchObject({
    ...{ credit_limit: 150_000, credit_limit_waits: null },
  });
  const adjusted = await t.call<{ data: Adjusted }>(
    'admin',
    'POST',
    `/v1/credit/user-wallets/${t.accounts.customer}/adjust/`,
    { amount: 50_000, reason: 'A slip' },
  );
  expect([adjusted.status, adjusted.body.data.waits]).toEqual([202, true]);
});

test('a lower limit, and no limit in the settings, need no second person', async () => {
  await limit(null);
  expect((await set('admin', 900_000)).body.data.credit_limit).toBe(900_000);
  await limit(100_000);
  expect((await set('admin', 100)).body.data.credit_limit).toBe(100);
});

test('a rejected one changes nothing, and its reason is kept', async () => {
  await set('admin', 200_000);
  const [waits] = await listed();
  const answer = await decide('admin', waits?.uuid as string, 'reject', { reason: 'Too early' });
  expect(answer.body.data).toMatchObject({ status: 'rejected', note: 'Too early' });
  expect(await holds()).toMatchObject({ credit_limit: 0, credit_limit_waits: null });
});

test('a new request replaces the one that waits; other changes leave it', async () => {
  await set('admin', 200_000);
  await set('admin', 300_000);
  const [replaced, newer] = await listed();
  const note = 'Replaced by a newer request.';
  expect(replaced).toMatchObject({ credit_limit: 200_000, status: 'rejected', note });
  expect(newer).toMatchObject({ credit_limit: 300_000, status: 'pending', note: null });
  const { rows } = await sql`
    SELECT action, account, title, before, after FROM audit_entry WHERE record = ${replaced?.uuid} ORDER BY uuid`.execute(
    t.db,
  );
  expect(rows).toMatchObject([
    { action: 'request' },
    {
      ...{
        action: 'reject',
        account: t.accounts.customer,
        title: 'Himal Traders',
        before: { status: 'pending' },
      },
      after: { status: 'rejected', former: 0, credit_limit: 200_000, reason: note },
    },
  ]);
  expect((await set('support', 0)).body.data.credit_limit_waits).toBe(300_000);
});

test('one that no longer fits the account is not confirmed', async () => {
  await set('admin', 200_000);
  await set('admin', null, 'prepaid');
  const [waits] = await listed();
  expect((await decide('support', waits?.uuid as string, 'confirm')).status).toBe(409);
  expect(await holds()).toMatchObject({ billing: 'prepaid', credit_limit: 0 });
  t = await app.newCustomers();
  await set('admin', 100_000);
  await set('admin', 900_000);
  await set('support', 0);
  const [, rise] = await listed();
  expect((await decide('support', rise?.uuid as string, 'confirm')).status).toBe(409);
  expect((await holds()).credit_limit).toBe(0);
});

test('of two people who confirm at the same time, one is told', async () => {
  await set('admin', 200_000);
  const [waits] = await listed();
  const uuid = waits?.uuid as string;
  const both = await Promise.all([decide('support', uuid, 'confirm'), decide('support', uuid, 'confirm')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a new account gets its limit after it was added', async () => {
  const refused = await t.call<Failure>('admin', 'POST', ACCOUNTS, {
    ...{ name: 'New', type: 'company', billing: 'postpaid', credit_limit: 1 },
  });
  expect([refused.status, refused.body.errors?.credit_limit]).toEqual([
    400,
    ['Add the account first. Then set its credit limit.'],
  ]);
});
