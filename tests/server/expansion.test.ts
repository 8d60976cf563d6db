import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { expandNext } from '../../server/services/campaigns.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { audit } from '../support/audit.ts';
import { ntc } from '../support/linkWorld.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

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
/** Messages of each campaign that has any. */
async function made(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    SELECT c.name, count(*)::int AS n FROM message m JOIN campaign c ON c.uuid = m.campaign GROUP BY c.name`.execute(
    world.db,
  );
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
  await expandNext(world.db); // It finds that the code is all.
  await expandNext(world.db);
  await expandNext(world.db);
  expect(await made()).toEqual({ large: 1000, code: 1, second: 1000, small: 10 });
  while (await expandNext(world.db)) {}
  expect(await made()).toEqual({ large: 3000, code: 1, second: 2000, small: 10, stopped: 2000 });
  await audit(world.db);
});
