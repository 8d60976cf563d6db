import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { PackageForSale } from '#schema/packageForSale.ts';
import type { ActivePackage, SmsPackage } from '#schema/smsPackage.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const PATH = '/v1/credit/sms-packages/all/';
const values = { name: 'Festival', parts: 1000, price: 120_000, validity_days: 30, is_active: true };
type Answer = { data: PackageForSale } & Failure;
const make = async (name: string, more: object = {}): Promise<PackageForSale> => {
  const { status, body, text } = await world.call<Answer>('admin', 'POST', PATH, {
    ...values,
    name,
    ...more,
  });
  expect(status, text).toBe(201);
  return body.data;
};
const change = (uuid: string, more: object) =>
  world.call<Answer>('admin', 'PUT', `${PATH}${uuid}/`, { ...values, ...more });
const offered = async (): Promise<string[]> => {
  const { body } = await world.call<{ results: SmsPackage[] }>('customer', 'GET', '/v1/credit/sms-packages/');
  return body.results.map(({ name }) => name);
};
const buy = (uuid: string, price: number) =>
  world.app.inject({
    method: 'POST',
    url: '/v1/credit/user-payment-reference/smspackages/',
    headers: { authorization: `Token ${world.tokens.customer}`, 'idempotency-key': randomUUID() },
    payload: { package: uuid, price, method: 'wallet' },
  });

test('a package is put on sale, changed, taken off sale and shown again', async () => {
  const { uuid, sold } = await make('Festival');
  expect(sold).toBe(0);
  expect(await offered()).toContain('Festival');
  const cheaper = await change(uuid, { name: 'Festival', price: 110_000 });
  expect(cheaper.body.data.price).toBe(110_000);
  await change(uuid, { name: 'Festival', is_active: false });
  expect(await offered()).not.toContain('Festival');
  const all = await world.call<{ results: PackageForSale[] }>('admin', 'GET', `${PATH}?is_active=false`);
  expect(all.body.results.map(({ name }) => name)).toEqual(['Festival']);
});

describe('what was bought', () => {
  test('keeps its name, parts and days when the package changes, and stops its deletion', async () => {
    const { uuid } = await make('Dashain');
    expect((await buy(uuid, values.price)).statusCode).toBe(201);
    await change(uuid, { name: 'Tihar', parts: 5, validity_days: 1, price: 999_900 });
    const held = await world.call<{ results: ActivePackage[] }>(
      'customer',
      'GET',
      '/v1/credit/account-sms-packages/',
    );
    expect(held.body.results).toEqual([
      expect.objectContaining({ name: 'Dashain', parts: 1000, remaining: 1000 }),
    ]);
    const refused = await world.call<Failure>('admin', 'DELETE', `${PATH}${uuid}/`);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    const again = await world.call<Answer>('admin', 'GET', `${PATH}${uuid}/`);
    expect(again.body.data).toMatchObject({ name: 'Tihar', sold: 1 });
  });

  test('costs what the customer saw: a price that has changed since is refused with the new one', async () => {
    const { uuid } = await make('Chhath');
    await change(uuid, { name: 'Chhath', price: 130_000 });
    const answer = await buy(uuid, values.price);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'price_changed']);
  });
});

test('a package that was never bought can be deleted', async () => {
  const { uuid } = await make('Mistake');
  expect((await world.call('admin', 'DELETE', `${PATH}${uuid}/`)).status).toBe(204);
  expect((await world.call('admin', 'GET', `${PATH}${uuid}/`)).status).toBe(404);
});

test.each([
  ['a name that is there', { name: 'Taken' }, 'name'],
  ['no name', { name: ' ' }, 'name'],
  ['no parts', { parts: 0 }, 'parts'],
  ['parts that are not whole', { parts: 1.5 }, 'parts'],
  ['nothing to pay', { price: 0 }, 'price'],
  ['no days', { validity_days: 0 }, 'validity_days'],
  ['days without end', { validity_days: 4000 }, 'validity_days'],
])('refuses %s', async (_, more, field) => {
  await world.call('admin', 'POST', PATH, { ...values, name: 'Taken' });
  const { status, body } = await world.call<Failure>('admin', 'POST', PATH, { ...values, ...more });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
});

test.each([
  ['what was sold of a package', 'payment_reference_package', 'FROM payment_reference p WHERE p.package = $'],
  ['whether an account has one', 'account_package_package', 'FROM account_package WHERE package = $'],
  [
    'entries of a campaign',
    'wallet_entry_campaign',
    'FROM wallet_entry t WHERE campaign = $ ORDER BY uuid DESC LIMIT 26',
  ],
])('%s is read off an index, however much others have', async (_, index, query) => {
  const plan = await world.db.transaction().execute(async (trx) => {
    // The tables of this test are so small that reading them whole is cheaper.
    await sql`SET LOCAL enable_seqscan = off`.execute(trx);
    const { rows } = await sql`
      EXPLAIN (COSTS OFF) SELECT uuid ${sql.raw(query.replace('$', `'${randomUUID()}'`))}`.execute(trx);
    return JSON.stringify(rows);
  });
  expect(plan).toMatch(new RegExp(` (using|on) ${index}\\b`));
});

test('is for administrators only', async () => {
  for (const as of ['customer', 'support'] as User[]) {
    expect((await world.call(as, 'GET', PATH)).status).toBe(403);
    expect((await world.call(as, 'POST', PATH, values)).status).toBe(403);
  }
});
