import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { ProviderSettings } from '#schema/providerSettings.ts';
import type { Profile } from '#schema/user.ts';
import { calendarNow, changeSettings } from '../../../server/services/platform/providerSettings.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

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
    two_factor_roles: [],
    staff_idle_minutes: 60,
    customer_idle_minutes: null,
    second_person_above: null,
    step_up_minutes: 15,
    calendar_years: [],
  });
});

test('are changed as a whole, and the log says what became of what', async () => {
  const body = {
    ...{ approval_above: 1000, consecutive_numbers: 50, staff_two_factor: false },
    ...{ staff_idle_minutes: 30, customer_idle_minutes: 120, second_person_above: 5_000_000 },
    step_up_minutes: 30,
  };
  const { rows: earlier } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM audit_entry WHERE entity = 'admin/settings'`.execute(world.db);
  const answer = await put(body);
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual({ ...body, two_factor_roles: [], calendar_years: [] });
  expect(await read()).toEqual(answer.body.data);
  const { rows } = await sql`
    SELECT actor_email, action, entity, before, after FROM audit_entry WHERE entity = 'admin/settings'
    ORDER BY uuid OFFSET ${earlier[0]?.n}`.execute(world.db);
  expect(rows).toEqual([
    {
      actor_email: 'admin@demo.test',
      action: 'update',
      entity: 'admin/settings',
      before: {
        ...{ approval_above: null, consecutive_numbers: 20, second_person_above: null },
        ...{ staff_idle_minutes: 60, customer_idle_minutes: null, step_up_minutes: 15 },
      },
      after: {
        ...{ approval_above: 1000, consecutive_numbers: 50, second_person_above: 5_000_000 },
        ...{ staff_idle_minutes: 30, customer_idle_minutes: 120, step_up_minutes: 30 },
      },
    },
  ]);
});

test.each([
  ['second_person_above', 5_000_000, [-1, 1.5]],
  ['staff_idle_minutes', 30, [4, 1201]],
  ['customer_idle_minutes', 30, [4, 1201]],
  ['step_up_minutes', 30, [0, 1201]],
] as const)('keep %s when a program leaves it out, and lose it by null', async (name, value, wrong) => {
  const body = { staff_two_factor: false };
  await put({ ...body, [name]: value });
  await put(body);
  expect((await read())[name]).toBe(value);
  await put({ ...body, [name]: null });
  expect((await read())[name]).toBeNull();
  for (const other of wrong)
    expect(Object.keys((await put({ ...body, [name]: other })).body.errors ?? {})).toEqual([name]);
});

const part = (name: string, body?: object, user: 'admin' | 'support' = 'admin') =>
  world.call<{ data: object } & Failure>(user, body ? 'PUT' : 'GET', `${PATH}${name}/`, body);

test('are read and changed in parts, which leave each other alone', async () => {
  await put({ approval_above: 7, consecutive_numbers: 9, staff_two_factor: false });
  expect((await part('sending')).body.data).toMatchObject({ approval_above: 7, consecutive_numbers: 9 });
  const changed = await part('security', { staff_two_factor: false, step_up_minutes: 30 });
  expect(changed.status).toBe(200);
  expect(changed.body.data).toMatchObject({ step_up_minutes: 30, staff_idle_minutes: 60 });
  await part('sending', { approval_above: 8 });
  await part('calendar', { calendar_years: [] });
  expect(await read()).toMatchObject({ approval_above: 8, consecutive_numbers: 9, step_up_minutes: 30 });
  const { rows } = await sql`
    SELECT before, after FROM audit_entry WHERE entity = 'admin/settings' ORDER BY uuid DESC LIMIT 2`.execute(
    world.db,
  );
  expect(rows).toEqual([
    { before: { approval_above: 7 }, after: { approval_above: 8 } },
    { before: { step_up_minutes: 15 }, after: { step_up_minutes: 30 } },
  ]);
});

test('of a part say what is wrong beside the field, take no field of another, and are for administrators', async () => {
  const before = await read();
  for (const [name, body, field] of [
    ['sending', { approval_above: -1 }, 'approval_above'],
    ['sending', { step_up_minutes: 5 }, 'step_up_minutes'],
    ['security', { staff_two_factor: false, step_up_minutes: 0 }, 'step_up_minutes'],
    ['calendar', { calendar_years: [{ ...year2084, year: 2083 }] }, 'calendar_years.0.months'],
  ] as const) {
    const { status, body: refusal } = await part(name, body);
    expect(status).toBe(400);
    expect(Object.keys(refusal.errors ?? {})).toEqual([field]);
  }
  expect(await read()).toEqual(before);
  expect((await part('sending', undefined, 'support')).status).toBe(403);
});

test('what is left out or null is switched off', async () => {
  await put({ approval_above: null, staff_two_factor: false });
  expect(await read()).toMatchObject({
    ...{ approval_above: null, consecutive_numbers: null, staff_two_factor: false },
  });
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

const year2084 = { year: 2084, months: [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 31] };
const year2085 = { year: 2085, months: [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 30] };
const withYears = (...calendar_years: object[]) => put({ staff_two_factor: false, calendar_years });

test('keep the years that are added to the calendar, in order, until another list is given', async () => {
  const answer = await withYears(year2085, year2084);
  expect(answer.status).toBe(200);
  expect(answer.body.data.calendar_years).toEqual([year2084, year2085]);
  await put({ staff_two_factor: false });
  expect((await read()).calendar_years).toEqual([year2084, year2085]);
  await withYears(year2084);
  expect((await read()).calendar_years).toEqual([year2084]);
  const { rows } = await sql`
    SELECT before, after FROM audit_entry WHERE entity = 'admin/settings' ORDER BY uuid DESC LIMIT 1`.execute(
    world.db,
  );
  expect(rows).toEqual([
    { before: { calendar_years: [year2084, year2085] }, after: { calendar_years: [year2084] } },
  ]);
});

test('are what every user’s console converts dates by', async () => {
  await withYears(year2084);
  for (const user of ['customer', 'admin'] as const) {
    const { body } = await world.call<{ data: Profile }>(user, 'GET', '/v1/autho/user/profile/');
    expect(body.data.calendar_years).toEqual([year2084]);
  }
});

test.each([
  ['a published year', { ...year2084, year: 2083 }, /^The calendar of 2083 is published/],
  ['a year after a gap', { ...year2084, year: 2092 }, /^Add 2091 before 2092/],
  ['a month of 33 days', { ...year2084, months: [33, ...year2084.months.slice(1)] }, /^Enter 29 to 32 days/],
  ['eleven months', { ...year2084, months: year2084.months.slice(1) }, /^Enter 29 to 32 days/],
  [
    '364 days',
    { ...year2084, months: [29, ...year2084.months.slice(1)] },
    /^The months of 2084 have 364 days/,
  ],
])('refuse %s and say why', async (_, year, text) => {
  const before = await read();
  const answer = await withYears(year);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual({ 'calendar_years.0.months': [expect.stringMatching(text)] });
  expect(await read()).toEqual(before);
});

test('keep a year that is over as it was entered; a forecast that is over may be corrected', async () => {
  await withYears(year2084);
  const { rows } = await sql<{ uuid: string; account: string }>`
    SELECT uuid, account FROM users WHERE email = ${world.emails.admin}`.execute(world.db);
  const caller = { ...rows[0]!, user: rows[0]!.uuid, pairs: [] } as never;
  const change = (calendar_years: ProviderSettings['calendar_years'], now: string) =>
    world.db
      .transaction()
      .execute((trx) =>
        changeSettings(trx, caller, { staff_two_factor: false, calendar_years }, new Date(now)),
      );
  // 2084 ends on 13 April 2028, at 18:15 UTC.
  for (const years of [[], [{ ...year2084, months: [...year2084.months].reverse() }]])
    await expect(change(years, '2028-04-13T18:15:00Z')).rejects.toMatchObject({
      code: 'invalid',
      errors: { calendar_years: ['The year 2084 is over, so its calendar cannot be changed.'] },
    });
  await change([year2084, year2085], '2031-01-01T00:00:00Z');
  expect((await read()).calendar_years).toEqual([year2084, year2085]);
  await sql`UPDATE provider_setting SET calendar_years = ${JSON.stringify([year2084])}`.execute(world.db);
  await change([], '2028-04-13T18:14:00Z');
  expect((await read()).calendar_years).toEqual([]);
});

test('show no year that a later release has in its table', async () => {
  const old = { year: 2083, months: year2084.months };
  await sql`UPDATE provider_setting SET calendar_years = ${JSON.stringify([old, year2084])}`.execute(
    world.db,
  );
  expect((await read()).calendar_years).toEqual([year2084]);
  expect((await calendarNow(world.db)).monthsOf(2084)).toEqual(year2084.months);
  expect((await withYears(year2084)).status).toBe(200);
  // What was stored is shown, though it would be refused now.
  const after = { ...year2084, year: 2095 };
  await sql`UPDATE provider_setting SET calendar_years = ${JSON.stringify([after])}`.execute(world.db);
  expect((await read()).calendar_years).toEqual([after]);
});
