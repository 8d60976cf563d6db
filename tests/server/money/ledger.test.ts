import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { post } from '../../../server/services/money/ledger.ts';
import { checkLedger } from '../../../server/services/reports/ledgerCheck.ts';
import { createTestApp, type TestApp, users } from '../../support/app.ts';
import { acceptCampaign } from '../../support/outcomes.ts';

let base: TestApp;
let world: TestApp;
beforeAll(async () => {
  base = await createTestApp();
});
afterAll(() => base.close());
beforeEach(async () => {
  world = await base.newCustomers();
});

const account = () => world.accounts.other;
const balance = async () =>
  (await sql<{ balance: number }>`SELECT balance FROM account WHERE uuid = ${account()}`.execute(world.db))
    .rows[0]?.balance;
const newest = async (of: string) =>
  (
    await sql`
      SELECT kind, amount, balance, campaign, payment, note, alone FROM wallet_entry
      WHERE account = ${of} ORDER BY uuid DESC LIMIT 1`.execute(world.db)
  ).rows[0];
/** An entry that was written while the database's clock was a day ahead. */
const tomorrowsEntry = () =>
  sql`
    WITH paid AS (UPDATE account SET balance = balance + 1 WHERE uuid = ${account()})
    INSERT INTO wallet_entry (uuid, account, kind, amount, balance)
    VALUES (uuid_v7(now() + interval '1 day'), ${account()}, 'adjustment', 1, 5000001)`.execute(world.db);
const count = async () => (await sql`SELECT uuid FROM wallet_entry`.execute(world.db)).rows.length;

test('a ledger entry keeps what it is for', async () => {
  const admin = (
    await sql<{ uuid: string }>`SELECT uuid FROM users WHERE email = ${users.admin}`.execute(world.db)
  ).rows[0]?.uuid as string;
  await post(world.db, { account: account(), kind: 'adjustment', amount: -250, note: 'Twice', alone: admin });
  const nothing = { campaign: null, payment: null, note: null, alone: null };
  expect(await newest(account())).toEqual({
    ...nothing,
    ...{ kind: 'adjustment', amount: -250, balance: 4_999_750, note: 'Twice', alone: admin },
  });
  const campaign = (await acceptCampaign(world, 1)).uuid;
  expect(await newest(world.accounts.customer)).toMatchObject({ ...nothing, kind: 'hold', campaign });
  const { body } = await world.call<{ data: PaymentReference }>(
    'other',
    'POST',
    '/v1/credit/payment/credit_payment_initiate/',
    { amount: 10_000, method: 'cash' },
  );
  await post(world.db, { account: account(), kind: 'topup', amount: 250, payment: body.data.uuid });
  expect(await newest(account())).toEqual({
    ...nothing,
    ...{ kind: 'topup', amount: 250, balance: 5_000_000, payment: body.data.uuid },
  });
});

test('an entry follows the one before it after the clock of the database went back', async () => {
  await tomorrowsEntry();
  for (const amount of [-100, 30]) await post(world.db, { account: account(), kind: 'adjustment', amount });
  expect(await newest(account())).toMatchObject({ amount: 30, balance: 4_999_931 });
  // As a server of before does, beside this one, and one statement does with several.
  await sql`
    WITH paid AS (UPDATE account SET balance = balance + 4 WHERE uuid = ${account()})
    INSERT INTO wallet_entry (account, kind, amount, balance)
    VALUES (${account()}, 'adjustment', 3, 4999934), (${account()}, 'adjustment', 1, 4999935)`.execute(
    world.db,
  );
  expect(await newest(account())).toMatchObject({ amount: 1, balance: 4_999_935 });
  expect(await checkLedger(world.db, { account: account() })).toEqual([]);
});

test('entries that are written at the same time follow each other then, too', async () => {
  await tomorrowsEntry();
  await Promise.all(
    Array.from({ length: 12 }, () => post(world.db, { account: account(), kind: 'adjustment', amount: -7 })),
  );
  expect(await balance()).toBe(4_999_917);
  expect(await checkLedger(world.db, { account: account() })).toEqual([]);
});

test('an amount is whole and safe; one of nothing writes nothing', async () => {
  const before = await count();
  for (const amount of [1.5, Number.NaN, 2 ** 53])
    await expect(post(world.db, { account: account(), kind: 'topup', amount })).rejects.toThrow(
      `an amount is whole minor units, not ${amount}`,
    );
  await post(world.db, { account: account(), kind: 'topup', amount: 0 });
  expect([await balance(), await count()]).toEqual([5_000_000, before]);
});

test('a balance goes down to nothing, and not a paisa below', async () => {
  const before = await count();
  const refusal = {
    code: 'insufficient_balance',
    message: 'The balance is too low. Nothing was charged.',
  };
  const take = (amount: number, of = account()) => post(world.db, { account: of, kind: 'hold', amount });
  await expect(take(-5_000_001)).rejects.toMatchObject(refusal);
  await expect(take(-1, randomUUID())).rejects.toMatchObject(refusal);
  expect([await balance(), await count()]).toEqual([5_000_000, before]);
  await take(-5_000_000);
  expect([await balance(), await count()]).toEqual([0, before + 1]);
});
