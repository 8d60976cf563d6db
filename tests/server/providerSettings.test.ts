import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { ProviderSettings } from '#schema/providerSettings.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let world: TestApp;
/** What a server begins with. */
let first: object;
beforeAll(async () => {
  world = await createTestApp();
  const { rows } = await sql<object>`SELECT * FROM provider_setting`.execute(world.db);
  first = rows[0]!;
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`DELETE FROM provider_setting`.execute(world.db);
  await sql`
    INSERT INTO provider_setting SELECT * FROM jsonb_populate_record(NULL::provider_setting, ${JSON.stringify(first)}::jsonb)`.execute(
    world.db,
  );
});

const PATH = '/v1/admin/settings/';
type Answer = { data: ProviderSettings } & Failure;
const put = (body: object) => world.call<Answer>('admin', 'PUT', PATH, body);
const read = async () => (await world.call<Answer>('admin', 'GET', PATH)).body.data;

test('start with flags on and everything else off', async () => {
  expect(await read()).toEqual({
    approval_above: null,
    consecutive_numbers: 20,
    staff_two_factor: false,
  });
});

test('are changed as a whole, and the log says what became of what', async () => {
  const body = { approval_above: 1000, consecutive_numbers: 50, staff_two_factor: false };
  const { rows: earlier } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM audit_entry WHERE entity = 'admin/settings'`.execute(world.db);
  const answer = await put(body);
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual(body);
  expect(await read()).toEqual(body);
  const { rows } = await sql`
    SELECT actor_email, action, entity, before, after FROM audit_entry WHERE entity = 'admin/settings'
    ORDER BY uuid OFFSET ${earlier[0]?.n}`.execute(world.db);
  expect(rows).toEqual([
    {
      actor_email: 'admin@demo.test',
      action: 'update',
      entity: 'admin/settings',
      before: { approval_above: null, consecutive_numbers: 20 },
      after: { approval_above: 1000, consecutive_numbers: 50 },
    },
  ]);
});

test('what is left out or null is switched off', async () => {
  await put({ approval_above: null, staff_two_factor: false });
  expect(await read()).toEqual({ approval_above: null, consecutive_numbers: null, staff_two_factor: false });
});

test.each([
  ['approval_above', -1],
  ['approval_above', 1.5],
  ['approval_above', 10_000_001],
  ['approval_above', 'many'],
  ['consecutive_numbers', 1],
  ['consecutive_numbers', 1_000_001],
  ['staff_two_factor', null],
  ['colour', 'red'],
])('refuse %s of %j and stay as they are', async (field, value) => {
  const before = await read();
  const answer = await put({ staff_two_factor: false, [field]: value });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  expect(await read()).toEqual(before);
});

test('are for administrators alone', async () => {
  for (const user of ['support', 'customer'] as const) {
    expect((await world.call(user, 'GET', PATH)).status).toBe(403);
    expect((await world.call(user, 'PUT', PATH, { staff_two_factor: true })).status).toBe(403);
  }
  expect((await world.call(null, 'GET', PATH)).status).toBe(401);
});
