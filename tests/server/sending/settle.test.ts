import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settle } from '../../../server/services/sending/settle.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { buyPackage } from '../../support/boughtPackage.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const remaining = async () =>
  (
    await sql<{ remaining: number }>`
      SELECT remaining FROM account_package WHERE account = ${world.accounts.customer}`.execute(world.db)
  ).rows.map((row) => row.remaining);

/** Whether somebody else has the customer's account locked against spending. */
async function isLocked(): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM account WHERE uuid = ${world.accounts.customer} FOR NO KEY UPDATE SKIP LOCKED`.execute(
    world.db,
  );
  return rows.length === 0;
}

/** Settles a campaign in a transaction of its own; answers whether the account was locked at its end. */
const settled = (campaign: string) =>
  world.db.transaction().execute(async (trx) => {
    await settle(trx, [campaign]);
    return isLocked();
  });

// Whoever touches a wallet's packages has the account locked first: else two of them wait for each other.
test('parts are given back under the account’s lock, and what owes nothing locks nothing', async () => {
  await buyPackage(world.db, world.accounts.customer, { parts: 2 });
  const { campaign, record } = await claimCampaign(world, ['9841000001', '9841000002']);
  expect(await remaining()).toEqual([0]);
  await record({ 0: 'rejected', 1: 'rejected' });
  expect(await remaining()).toEqual([2]);
  expect(await settled(campaign)).toBe(false);

  // As it was before it was given back.
  await sql`
    WITH c AS (UPDATE campaign SET package_released = 0 WHERE uuid = ${campaign}),
    p AS (UPDATE campaign_package SET released = 0 WHERE campaign = ${campaign})
    UPDATE account_package SET remaining = 0 WHERE account = ${world.accounts.customer}`.execute(world.db);
  expect(await settled(campaign)).toBe(true);
  expect(await remaining()).toEqual([2]);
  expect(await settled(campaign)).toBe(false);
  await audit(world.db);
});
