import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountOverview } from '#schema/account.ts';
import { ACTIVE_PRICES, type ActivePrices } from '#schema/productPricing.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world?.close());

const now = async (account?: string) => {
  const path = account ? `${ACTIVE_PRICES}?account=${account}` : ACTIVE_PRICES;
  const { body } = await world.call<{ data: ActivePrices }>('admin', 'GET', path);
  return Object.fromEntries(body.data.prices.map((one) => [one.operator, [one.price, one.viber_price]]));
};
const overview = async () => {
  const path = `/v1/admin/accounts/${world.accounts.customer}/overview/`;
  const { body } = await world.call<{ data: AccountOverview }>('admin', 'GET', path);
  return Object.fromEntries(body.data.prices.map((one) => [one.operator, [one.price, one.viber_price]]));
};

test('the prices in force have that of a Viber message, by its own rule, where there is one', async () => {
  await sql`UPDATE pricing SET price = 120, viber_price = NULL`.execute(world.db);
  expect((await now()).ntc).toEqual([120, null]);
  expect((await overview()).ntc).toEqual([120, null]);
  await sql`UPDATE pricing SET viber_price = 150`.execute(world.db);
  // The account's own price says nothing about Viber; that of an operator does.
  await sql`
    INSERT INTO pricing (account, operator, price, viber_price, release_undelivered, valid_from) VALUES
      (${world.accounts.customer}, NULL, 100, NULL, false, now()),
      (NULL, 'ncell', 130, 175.5, false, now())`.execute(world.db);
  expect(await now()).toMatchObject({ ntc: [120, 150], ncell: [130, 175.5] });
  expect(await now(world.accounts.customer)).toMatchObject({ ntc: [100, 150], ncell: [100, 175.5] });
  expect(await overview()).toMatchObject({ ntc: [100, 150], ncell: [100, 175.5] });
});
