import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OperatorCount, pricesOf, quote } from '../../../server/services/money/pricing.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

/** What sending costs, to the last detail: the order of operators, packages, rounding and what is locked. */

let app: TestApp;
let account: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  account = (await app.newCustomers()).accounts.customer;
});

const count = (operator: OperatorCount['operator'], parts: number): OperatorCount => ({
  ...{ operator, parts, messages: 1, closed: false },
});
const givePackage = async (remaining: number, days: number): Promise<string> => {
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO account_package (account, name, parts, remaining, expires_at)
    VALUES (${account}, 'Any', 10, ${remaining}, now() + make_interval(days => ${days})) RETURNING uuid`.execute(
    app.db,
  );
  return rows[0]?.uuid as string;
};
const priceOf = (operator: string, price: number) =>
  sql`INSERT INTO pricing (account, operator, price) VALUES (${account}, ${operator}, ${price})`.execute(
    app.db,
  );

test('the dearest operator is first, among equals by name, and packages cover them in that order', async () => {
  await priceOf('smart', 150.25);
  const later = await givePackage(2, 20);
  const sooner = await givePackage(2, 10);
  await givePackage(0, 1);
  await givePackage(5, -1);
  const asked = [count('ntc', 2), count('smart', 3), count('ncell', 2)];
  const { operators, ...sums } = await quote(app.db, account, asked, false);
  expect(operators).toEqual([
    { ...count('smart', 3), price: 150.25, release_undelivered: false, package_parts: 3, amount: 0 },
    { ...count('ncell', 2), price: 135.6, release_undelivered: false, package_parts: 1, amount: 135.6 },
    { ...count('ntc', 2), price: 135.6, release_undelivered: false, package_parts: 0, amount: 271.2 },
  ]);
  expect({ ...sums, cost_exact: Number(sums.cost_exact) }).toEqual({
    ...{ package_parts: 4, cost: 407, cost_exact: 406.8, credit_limit: 0, balance: 5_000_000 },
    packages: [
      { uuid: sooner, parts: 2 },
      { uuid: later, parts: 2 },
    ],
  });
});

test('packages that are not needed are left out, and of the last one only what is', async () => {
  const used = [await givePackage(2, 1), await givePackage(2, 2)];
  await givePackage(2, 3);
  const { packages, package_parts, cost } = await quote(app.db, account, [count('ntc', 3)], false);
  expect(packages).toEqual([
    { uuid: used[0], parts: 2 },
    { uuid: used[1], parts: 1 },
  ]);
  expect([package_parts, cost]).toEqual([3, 0]);
});

test('half a paisa is rounded up, once, over all operators', async () => {
  for (const operator of ['ntc', 'ncell']) await priceOf(operator, 100.25);
  const { cost } = await quote(app.db, account, [count('ntc', 1), count('ncell', 1)], false);
  expect(cost).toBe(201);
});

test('nothing costs nothing, and who has no wallet has no money', async () => {
  expect(await quote(app.db, randomUUID(), [], false)).toEqual({
    ...{
      operators: [],
      package_parts: 0,
      cost: 0,
      cost_exact: '0',
      credit_limit: 0,
      balance: 0,
      packages: [],
    },
  });
});

test.each([true, false])(
  'with a lock (%s) balance and packages stay as they are until the end',
  async (lock) => {
    const held = await givePackage(2, 1);
    /** Whether somebody else could change the row now. */
    const isFree = async (table: string, uuid: string) => {
      const row = sql`SELECT FROM ${sql.table(table)} WHERE uuid = ${uuid} FOR NO KEY UPDATE SKIP LOCKED`;
      return (await row.execute(app.db)).rows.length === 1;
    };
    await app.db.transaction().execute(async (trx) => {
      await quote(trx, account, [count('ntc', 1)], lock);
      expect([await isFree('account', account), await isFree('account_package', held)]).toEqual([
        !lock,
        !lock,
      ]);
    });
  },
);

test('without any price nothing is reckoned, and the operators that have none are named', async () => {
  const undo = new Error('as it was');
  const emptied = app.db.transaction().execute(async (trx) => {
    await sql`DELETE FROM pricing`.execute(trx);
    await sql`INSERT INTO pricing (account, operator, price) VALUES (${account}, 'ntc', 1)`.execute(trx);
    await expect(pricesOf(trx, account, ['smart', 'ntc', 'ncell'])).rejects.toThrow(
      /^no price for smart, ncell$/,
    );
    throw undo;
  });
  await expect(emptied).rejects.toBe(undo);
});
