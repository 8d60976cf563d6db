import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Profile } from '#schema/user.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { allowViber } from '../../support/viberWorld.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const told = async (as: 'customer' | 'other') =>
  (await world.call<{ data: Profile }>(as, 'GET', '/v1/autho/user/profile/')).body.data.viber;

test('the profile says whether the account has an approved Viber identity', async () => {
  expect(await told('customer')).toBe(false);
  const uuid = await allowViber(world);
  expect([await told('customer'), await told('other')]).toEqual([true, false]);
  await sql`UPDATE viber_identity SET status = 'pending', decided_at = NULL WHERE uuid = ${uuid}`.execute(
    world.db,
  );
  expect(await told('customer')).toBe(false);
});
