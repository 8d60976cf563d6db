import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { end, expandNext } from '../../../server/services/sending/campaigns.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { ntc } from '../../support/linkWorld.ts';
import { waitForLocks } from '../../support/locks.ts';

let app: TestApp;
/** The app with a customer of this test's own. */
let world: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  world = await app.newCustomers();
});

const PATH = '/v1/sms/compose/';
async function send(name: string, count: number, change: object = {}): Promise<string> {
  const body = { name, sender: world.sender, body: 'Hello', recipients: { numbers: ntc(count) }, ...change };
  const sent = await world.call<{ data: Campaign }>('customer', 'POST', PATH, {
    ...body,
    max_cost: 1_000_000,
  });
  expect(sent.status, sent.text).toBe(201);
  return sent.body.data.uuid;
}
/** Messages of each of the customer's campaigns that has any. */
async function made(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    SELECT c.name, count(*)::int AS n FROM message m JOIN campaign c ON c.uuid = m.campaign
    WHERE c.account = ${world.accounts.customer} GROUP BY c.name`.execute(world.db);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

test('no campaign waits until another is made into messages: who has least to send is next, urgent ones before', async () => {
  await send('large', 3000);
  await expandNext(world.db);
  expect(await made()).toEqual({ large: 1000 });
  const stopped = await send('stopped', 2000);
  await world.call('customer', 'POST', `${PATH}${stopped}/cancel/`);
  await send('second', 2000);
  await send('small', 10);
  await send('code', 1, { urgent: true });
  await expandNext(world.db);
  expect(await made()).toEqual({ large: 1000, code: 1 });
  await expandNext(world.db);
  await expandNext(world.db);
  expect(await made()).toEqual({ large: 1000, code: 1, second: 1000, small: 10 });
  while (await expandNext(world.db)) {}
  expect(await made()).toEqual({ large: 3000, code: 1, second: 2000, small: 10, stopped: 2000 });
  await audit(world.db);
});

test('refused recipients between the others, more than a transaction takes, hold nothing up', async () => {
  const refused = Array.from({ length: 1500 }, (_, n) => `12${n}`);
  const numbers = [
    ...refused,
    ...ntc(5),
    ...refused.map((number) => `${number}0`),
    ...ntc(5, 500),
    ...refused,
  ];
  const uuid = await send('sparse', 0, { recipients: { numbers } });
  while (await expandNext(world.db)) {}
  expect(await made()).toEqual({ sparse: 10 });
  const { rows } = await sql`SELECT expanding, queued FROM campaign WHERE uuid = ${uuid}`.execute(world.db);
  expect(rows).toEqual([{ expanding: false, queued: 10 }]);
  await audit(world.db);
});

test('recipients that become messages while their campaign is cancelled become cancelled ones', async () => {
  const campaign = await send('ends', 30);
  let expanding: Promise<boolean> | undefined;
  await world.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM campaign WHERE uuid = ${campaign} FOR UPDATE`.execute(trx);
    expanding = expandNext(world.db);
    await waitForLocks(world.db);
    await end(trx, campaign, 'cancelled');
  });
  expect(await expanding).toBe(true);
  while (await expandNext(world.db)) {}
  const { rows } = await sql<{ status: string; n: number }>`
    SELECT status, count(*)::int AS n FROM message WHERE campaign = ${campaign} GROUP BY status`.execute(
    world.db,
  );
  expect(rows).toEqual([{ status: 'cancelled', n: 30 }]);
  await audit(world.db);
});

test('two that make messages at once make each of them once', async () => {
  const campaign = await send('twice', 2500);
  const both = () => Promise.all([expandNext(world.db), expandNext(world.db)]);
  while ((await both()).some(Boolean)) {}
  const { rows } = await sql<{ n: number; phones: number }>`
    SELECT count(*)::int AS n, count(DISTINCT phone)::int AS phones FROM message
    WHERE campaign = ${campaign}`.execute(world.db);
  expect(rows).toEqual([{ n: 2500, phones: 2500 }]);
  await audit(world.db);
});
