import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Attention, type Dashboard, dashboard as schema } from '#schema/dashboard.ts';
import type { Pair } from '#schema/permissions.ts';
import { createTestApp, type TestApp, type User, users } from '../../support/app.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';

let world: TestApp;
beforeEach(async () => {
  world = await createTestApp();
});
afterEach(() => world.close());

const PATH = '/v1/core/dashboard/';
const show = async (as: User = 'customer'): Promise<Dashboard> => {
  const answer = await world.call<{ data: Dashboard }>(as, 'GET', PATH);
  expect(answer.status, answer.text).toBe(200);
  return schema.parse(answer.body.data);
};
const codes = async (): Promise<Attention['code'][]> =>
  (await show()).attention.map(({ code }) => code).filter((code) => !code.startsWith('kyc_'));
const account = () => world.accounts.customer;
const nepalToday = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kathmandu' }).format(new Date());

/** Spends the balance down to so many paisa, through the ledger. */
const leave = (balance: number) =>
  sql`
  WITH moved AS (UPDATE account SET balance = ${balance} WHERE uuid = ${account()})
  INSERT INTO wallet_entry (account, kind, amount, balance)
  SELECT uuid, 'adjustment', ${balance} - balance, ${balance} FROM account WHERE uuid = ${account()}`.execute(
    world.db,
  );
const give = (parts: number, days: number) =>
  sql`
  INSERT INTO account_package (account, name, parts, remaining, expires_at)
  VALUES (${account()}, 'Small', ${parts}, ${parts}, now() + make_interval(days => ${days}, hours => 1))`.execute(
    world.db,
  );
const used = (daysAgo: number, change: { parts?: number; amount?: number; sent?: number }) =>
  sql`
  INSERT INTO daily_use (account, day, operator, parts, amount, sent)
  VALUES (${account()}, nepal_day(now()) - ${daysAgo}::int, 'ntc', ${change.parts ?? 0}, ${change.amount ?? 0},
    ${change.sent ?? 0})`.execute(world.db);
const topup = (status: string, daysAgo: number) =>
  sql`
  INSERT INTO payment_reference (uuid, account, "user", kind, amount, method, status, reason, decided_at, created_at)
  SELECT uuid_v7(now() - make_interval(days => ${daysAgo})), ${account()}, uuid, 'topup', 100000, 'cash', ${status},
    CASE ${status}::text WHEN 'rejected' THEN 'No money came.' END,
    CASE WHEN ${status}::text <> 'pending' THEN now() - make_interval(days => ${daysAgo}) END,
    now() - make_interval(days => ${daysAgo})
  FROM users WHERE email = ${users.customer}`.execute(world.db);
const allow = (pairs: readonly Pair[]) =>
  sql`
  UPDATE users SET ui_permissions = ${JSON.stringify(pairs)}::jsonb WHERE email = ${users.customer}`.execute(
    world.db,
  );

describe('the numbers', () => {
  test('are thirty days until today, this month and the operators, and follow what is sent', async () => {
    const empty = (await show()).use!;
    expect(empty.days).toHaveLength(30);
    expect(empty.days.at(-1)).toEqual({
      day: nepalToday(),
      sent: 0,
      test: 0,
      delivered: 0,
      failed: 0,
      parts: 0,
      amount: 0,
    });
    expect(empty.month).toMatchObject({
      from: `${nepalToday().slice(0, 8)}01`,
      until: nepalToday(),
      sent: 0,
    });
    expect(empty.operators).toEqual([]);

    const handed = await claimCampaign(world, ['9841000001', '9841000002', '9801000003']);
    expect((await show()).campaigns).toEqual({ running: 1, any: true });
    // In the order of the phones: the ncell number comes first.
    await handed.record({ 0: 'submitted', 1: 'submitted', 2: 'rejected' });
    await handed.receive({ 1: 'delivered' });

    const { use, campaigns } = await show();
    const total = { sent: 3, test: 0, delivered: 1, failed: 1, parts: 2, amount: 271.2 };
    expect(use?.days.at(-1)).toEqual({ day: nepalToday(), ...total });
    expect(use?.month).toMatchObject(total);
    expect(use?.operators).toEqual([
      { operator: 'ntc', sent: 2, test: 0, delivered: 1, failed: 1, parts: 1, amount: 135.6 },
      { operator: 'ncell', sent: 1, test: 0, delivered: 0, failed: 0, parts: 1, amount: 135.6 },
    ]);
    expect(campaigns).toEqual({ running: 0, any: true });
  });

  test('end a month ago: older days are in neither series nor operators', async () => {
    await used(29, { sent: 5 });
    await used(30, { sent: 7 });
    const { use } = await show();
    expect(use?.days[0]).toMatchObject({ sent: 5 });
    expect(use?.operators).toMatchObject([{ operator: 'ntc', sent: 5 }]);
  });

  test('are the account’s own', async () => {
    await used(0, { sent: 5 });
    await topup('pending', 0);
    const other = await show('other');
    expect(other.use?.month.sent).toBe(0);
    expect(other.topups).toEqual({ pending: 0, amount: 0 });
    expect((await world.call(null, 'GET', PATH)).status).toBe(401);
  });

  test('count packages that live, top-ups that wait and senders', async () => {
    await give(100, 30);
    await give(50, 10);
    await give(1000, -2);
    await topup('pending', 0);
    await topup('confirmed', 1);
    const { packages, topups, senders, balance } = await show();
    expect(packages?.parts).toBe(150);
    expect(Date.parse(packages?.next_expiry ?? '') - Date.now()).toBeLessThan(11 * 86_400_000);
    expect(topups).toEqual({ pending: 1, amount: 100_000 });
    expect(senders).toEqual({ approved: 1, pending: 0, viber: 0 });
    expect(balance).toBe(5_000_000);
  });

  test('are there as far as the caller’s pairs allow', async () => {
    await leave(0);
    await sql`DELETE FROM sender_identity`.execute(world.db);
    await give(1, 1);
    await allow([['campaign-list', 'get']]);
    expect(await show()).toMatchObject({
      use: null,
      packages: null,
      topups: null,
      senders: null,
      campaigns: { running: 0, any: false },
    });
    expect(await codes()).toEqual([]);
    await allow([['package-active', 'get']]);
    expect(await codes()).toEqual(['package_expiring']);
  });

  test('ask nothing of staff', async () => {
    expect((await show('support')).attention).toEqual([]);
    expect((await show('admin')).attention).toEqual([]);
  });
});

describe('what needs attention', () => {
  test('is nothing while there is money and a sender', async () => expect(await codes()).toEqual([]));

  test('is an identity that nobody has sent, or that was refused', async () => {
    const kyc = async (status: string) => {
      await sql`UPDATE account SET kyc_status = ${status} WHERE uuid = ${account()}`.execute(world.db);
      const { kyc, attention } = await show();
      return [kyc, attention.map(({ code }) => code).find((code) => code.startsWith('kyc_'))];
    };
    expect(await kyc('none')).toEqual(['none', 'kyc_missing']);
    expect(await kyc('pending')).toEqual(['pending', undefined]);
    expect(await kyc('rejected')).toEqual(['rejected', 'kyc_rejected']);
    expect(await kyc('approved')).toEqual(['approved', undefined]);
    // Who may not submit it has nothing to do.
    await allow([['campaign-list', 'get']]);
    expect(await kyc('none')).toEqual(['none', undefined]);
    expect(await kyc('rejected')).toEqual(['rejected', undefined]);
  });

  test('is a balance below a hundred rupees, or below three average days', async () => {
    await leave(9_999);
    expect((await show()).attention).toContainEqual({
      code: 'low_balance',
      balance: 9_999,
      threshold: 10_000,
    });
    await leave(10_000);
    expect(await codes()).toEqual([]);
    await used(3, { amount: 100_010, parts: 737 });
    expect((await show()).attention).toContainEqual({
      code: 'low_balance',
      balance: 10_000,
      threshold: 10_001,
    });
    await leave(10_001);
    expect(await codes()).toEqual([]);
  });

  test('is no balance while packages last three average days', async () => {
    await leave(0);
    await used(3, { parts: 1000 });
    await give(99, 30);
    expect(await codes()).toEqual(['low_balance']);
    await give(1, 30);
    expect(await codes()).toEqual([]);
  });

  test('is a package that expires within a week with parts left', async () => {
    await give(40, 30);
    expect(await codes()).toEqual([]);
    await give(25, 3);
    const [item] = (await show()).attention.filter(({ code }) => code === 'package_expiring');
    expect(item).toMatchObject({ parts: 25 });
    await sql`UPDATE account_package SET remaining = 0`.execute(world.db);
    expect(await codes()).toEqual([]);
  });

  test('is the last top-up where it was rejected lately', async () => {
    await topup('rejected', 15);
    expect(await codes()).toEqual([]);
    await topup('rejected', 3);
    expect((await show()).attention).toContainEqual({
      code: 'topup_rejected',
      uuid: expect.any(String),
      amount: 100_000,
      reason: 'No money came.',
    });
    await topup('cancelled', 2);
    expect(await codes()).toEqual(['topup_rejected']);
    await topup('pending', 1);
    expect(await codes()).toEqual([]);
  });

  test('is a sender ID only while none is approved or waits', async () => {
    await sql`UPDATE sender_identity SET status = 'rejected'`.execute(world.db);
    expect(await codes()).toEqual(['no_sender']);
    await sql`UPDATE sender_identity SET status = 'pending'`.execute(world.db);
    expect(await codes()).toEqual([]);
  });
});
