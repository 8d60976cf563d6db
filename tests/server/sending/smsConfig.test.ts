import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SmsConfig } from '#schema/smsConfig.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const read = (as: User | null) => world.call<{ data: SmsConfig }>(as, 'GET', '/v1/sms/configs/');
const priceOf = async (as: User, operator: string) =>
  (await read(as)).body.data.prices.find((price) => price.operator === operator)?.price;

test('says what a part costs this account now, for each operator, and the limits', async () => {
  const { body } = await read('customer');
  expect(body.data).toMatchObject({ parts_max: 10, validity_hours: 24, quiet_hours: null });
  expect(body.data.prices.map(({ operator }) => operator).sort()).toEqual([
    'hello',
    'ncell',
    'ntc',
    'smart',
    'unknown',
  ]);
  expect(await priceOf('customer', 'ntc')).toBe(135.6);
});

test('says whether what is sent now is free: a test outside a demonstration', async () => {
  const free = async () => (await read('customer')).body.data.is_free;
  expect(await free()).toBe(false);
  await sql`UPDATE operator_link SET is_simulator = true`.execute(world.db);
  expect(await free()).toBe(true);
  await sql`UPDATE provider_setting SET is_demo = true`.execute(world.db);
  expect(await free()).toBe(false);
  await sql`UPDATE operator_link SET is_simulator = false`.execute(world.db);
});

test('an account’s own price counts for it alone, and one that begins later does not count yet', async () => {
  await sql`
    INSERT INTO pricing (account, operator, price, valid_from) VALUES
      (${world.accounts.customer}, 'ncell', 120.25, now() - interval '1 hour'),
      (${world.accounts.customer}, 'ncell', 90, now() + interval '1 hour')`.execute(world.db);
  expect(await priceOf('customer', 'ncell')).toBe(120.25);
  expect(await priceOf('customer', 'ntc')).toBe(135.6);
  expect(await priceOf('other', 'ncell')).toBe(135.6);
});

test('tells the number plan of today, as a plan’s check reads it', async () => {
  await sql`
    INSERT INTO number_range (prefix, operator, closed, valid_from) VALUES
      ('+977964', 'ncell', false, nepal_day(now())), ('+977965', 'ncell', false, nepal_day(now()) + 1)`.execute(
    world.db,
  );
  const { ranges = [] } = (await read('customer')).body.data;
  expect(ranges).toContainEqual({ prefix: '+977984', operator: 'ntc', closed: false });
  expect(ranges).toContainEqual({ prefix: '+977964', operator: 'ncell', closed: false });
  expect(ranges.filter(({ prefix }) => prefix === '+977965')).toEqual([]);
});

test('is for who has signed in', async () => expect((await read(null)).status).toBe(401));
