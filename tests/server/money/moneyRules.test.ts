import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const PHONES = ['9841000001', '9841000002', '9841000003'];
const settle = (uuid: string | undefined, status: string) =>
  world.call('admin', 'POST', `/v1/sms/dispatch/${uuid}/settle/`, { status });
const campaign = async (uuid: string) =>
  (await world.call<{ data: Campaign }>('customer', 'GET', `/v1/sms/compose/${uuid}/`)).body.data;

test('what was unknown and comes back undelivered is given back too where the price says so', async () => {
  await sql`UPDATE pricing SET release_undelivered = true`.execute(world.db);
  const handed = await claimCampaign(world, PHONES);
  await sql`UPDATE pricing SET release_undelivered = false`.execute(world.db);
  await handed.record({ 0: 'unknown', 1: 'unknown', 2: 'unknown' });
  const [first, second, third] = handed.messages;
  expect((await settle(first?.uuid, 'undelivered')).status).toBe(200);
  expect((await settle(second?.uuid, 'delivered')).status).toBe(200);
  expect((await settle(third?.uuid, 'rejected')).status).toBe(200);
  expect(await campaign(handed.campaign)).toMatchObject({
    ...{ status: 'completed', cost: 407, captured: 136, released: 271 },
  });
  await audit(world.db);
});

test('a person settles what is unknown, never what the operator took', async () => {
  const handed = await claimCampaign(world, PHONES);
  await handed.record({ 0: 'submitted', 1: 'unknown', 2: 'submitted' });
  const [first, second] = handed.messages;
  expect((await settle(first?.uuid, 'expired')).status).toBe(404);
  expect((await settle(second?.uuid, 'expired')).status).toBe(200);
  expect(await campaign(handed.campaign)).toMatchObject({
    ...{ submitted: 2, expired: 1, unknown: 0, cost: 407, captured: 271, released: 136 },
  });
  await audit(world.db);
});
