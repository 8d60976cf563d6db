import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import type { Contact } from '#schema/contact.ts';
import type { Failure } from '#schema/entity.ts';
import type { NumberLookup, NumberRangeRecord } from '#schema/numberPlan.ts';
import { nepalDay } from '../../../server/services/platform/nepalTime.ts';
import { followNumberPlan } from '../../../server/services/sending/numberPlan.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const PATH = '/v1/admin/number-plan/';
const DAY = 86_400_000;
const day = (days: number): string => nepalDay(new Date(Date.now() + days * DAY));
type Answer = { data: NumberRangeRecord } & Failure;
const add = (values: object) =>
  world.call<Answer>('admin', 'POST', PATH, { operator: 'ntc', closed: false, ...values });
const made = async (values: object): Promise<NumberRangeRecord> => {
  const { status, body, text } = await add(values);
  expect(status, text).toBe(201);
  return body.data;
};
const lookup = (phone: string) =>
  world.call<{ data: NumberLookup } & Failure>(
    'admin',
    'GET',
    `${PATH}lookup/?phone=${encodeURIComponent(phone)}`,
  );
const operatorOf = async (phone: string) => (await lookup(phone)).body.data.operator;

describe('an entry', () => {
  test.each(['9711', '+977 9712', '009779713', '९७१४'])('takes %s as its prefix', async (prefix) => {
    expect((await made({ prefix })).prefix).toMatch(/^\+977971[1-4]$/);
  });

  test.each([
    ['a landline', { prefix: '014' }, 'prefix'],
    ['another country', { prefix: '+91984' }, 'prefix'],
    ['a whole number', { prefix: '9841000001' }, 'prefix'],
    ['an operator that is none', { prefix: '9715', operator: 'utl' }, 'operator'],
    ['a day that is over', { prefix: '9715', valid_from: day(-1) }, 'valid_from'],
  ])('is refused for %s', async (_, values, field) => {
    const { status, body } = await add(values);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });

  test('of a prefix and day that are there is refused', async () => {
    await made({ prefix: '9716', valid_from: day(3) });
    const { status, body } = await add({ prefix: '9716', valid_from: day(3) });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['valid_from']]);
  });

  test('to come counts from its day on, and can be deleted until then', async () => {
    const later = await made({ prefix: '9842', operator: 'ncell', valid_from: day(1) });
    expect(later.status).toBe('future');
    expect(await operatorOf('9842000001')).toBe('ntc');
    await sql`UPDATE number_range SET valid_from = nepal_day(now()) WHERE uuid = ${later.uuid}`.execute(
      world.db,
    );
    expect(await operatorOf('9842000001')).toBe('ncell');
    expect((await world.call('admin', 'DELETE', `${PATH}${later.uuid}/`)).status).toBe(409);
    const never = await made({ prefix: '9842', operator: 'smart', valid_from: day(2) });
    expect((await world.call('admin', 'DELETE', `${PATH}${never.uuid}/`)).status).toBe(204);
  });

  test('of today can be corrected today; one of before stays', async () => {
    const today = await made({ prefix: '9717' });
    expect(today).toMatchObject({ status: 'in-force', is_open: true, valid_from: day(0) });
    const put = await world.call<Answer>('admin', 'PUT', `${PATH}${today.uuid}/`, {
      operator: 'ncell',
      closed: false,
    });
    expect(put.body.data.operator).toBe('ncell');
    const { body } = await world.call<{ results: NumberRangeRecord[] }>(
      'admin',
      'GET',
      `${PATH}?search=%2B977984`,
    );
    const old = body.results.find(({ prefix }) => prefix === '+977984');
    expect(old).toMatchObject({ is_open: false, status: 'in-force' });
    const refused = await world.call<Failure>('admin', 'PUT', `${PATH}${old?.uuid}/`, {
      operator: 'ncell',
      closed: false,
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  });

  test('is kept by administrators only', async () => {
    for (const as of ['customer', 'support'] as User[]) {
      expect((await world.call(as, 'GET', PATH)).status).toBe(403);
      expect((await world.call(as, 'GET', `${PATH}lookup/?phone=9841000001`)).status).toBe(403);
    }
  });
});

describe('a number', () => {
  test('belongs to the longest prefix', async () => {
    await made({ prefix: '98499', operator: 'smart', closed: true });
    expect((await lookup('984-9912345')).body.data).toEqual({
      phone: '+9779849912345',
      operator: 'smart',
      closed: true,
      prefix: '+97798499',
    });
    expect((await lookup('9849812345')).body.data).toMatchObject({ operator: 'ntc', prefix: '+977984' });
  });

  test('of no range is of an unknown operator, and what is none is refused', async () => {
    expect((await lookup('9791000001')).body.data).toMatchObject({ operator: 'unknown', prefix: null });
    const { status, body } = await lookup('01-4412345');
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['phone']]);
  });
});

test('plans follow a new entry at once, and contacts when housekeeping comes by', async () => {
  const phone = '9866000001';
  const values = { name: 'Sita', phone, groups: [], attributes: {}, is_active: true };
  const { body } = await world.call<{ data: Contact }>('customer', 'POST', '/v1/core/contacts/', values);
  expect(body.data.operator).toBe('ntc');
  await made({ prefix: '9866', operator: 'ncell' });
  const plan = await world.call<{ data: Plan }>('customer', 'POST', '/v1/sms/compose/plan/', {
    ...{ name: 'Offer', sender: world.sender, body: 'Sale', recipients: { numbers: [phone] } },
  });
  expect(plan.body.data.operators.map(({ operator }) => operator)).toEqual(['ncell']);
  await followNumberPlan(world.db);
  const again = await world.call<{ data: Contact }>(
    'customer',
    'GET',
    `/v1/core/contacts/${body.data.uuid}/`,
  );
  expect(again.body.data.operator).toBe('ncell');
  const { rows } = await sql`
    SELECT FROM number_range WHERE NOT applied AND valid_from <= nepal_day(now())`.execute(world.db);
  expect(rows).toHaveLength(0);
});
