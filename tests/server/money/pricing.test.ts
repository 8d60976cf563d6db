import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failure } from '#schema/entity.ts';
import type { ActivePrices, PricingImpact, ProductPricing } from '#schema/productPricing.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());
beforeEach(() =>
  sql`DELETE FROM pricing WHERE account IS NOT NULL OR operator IS NOT NULL`.execute(world.db),
);

const PATH = '/v1/admin/product-pricing/';
const HOUR = 3_600_000;
const at = (ms: number): string => new Date(Date.now() + ms).toISOString();
type Answer = { data: ProductPricing } & Failure;
const add = (values: object, as: User = 'admin') =>
  world.call<Answer>(as, 'POST', PATH, { price: 150, release_undelivered: false, ...values });
const made = async (values: object): Promise<ProductPricing> => {
  const { status, body, text } = await add(values);
  expect(status, text).toBe(201);
  return body.data;
};
const active = async (account?: string) => {
  const query = account ? `?account=${account}` : '';
  const { body } = await world.call<{ data: ActivePrices }>(
    'admin',
    'GET',
    `/v1/admin/product/active/${query}`,
  );
  return Object.fromEntries(body.data.prices.map((price) => [price.operator, price]));
};

describe('a price', () => {
  test('begins now when no time is given, and is in force', async () => {
    const price = await made({ account: world.accounts.customer, operator: 'ncell', price: 120.1234 });
    expect(price).toMatchObject({
      account: world.accounts.customer,
      account_name: 'Himal Traders',
      operator: 'ncell',
      price: 120.1234,
      status: 'in-force',
    });
    expect(Math.abs(Date.now() - Date.parse(price.valid_from))).toBeLessThan(60_000);
  });

  test('of another account and operator leaves the rest as it was', async () => {
    await made({ account: world.accounts.customer, operator: 'ncell', price: 120 });
    await made({ account: world.accounts.customer, price: 130 });
    await made({ operator: 'ncell', price: 140 });
    const own = await active(world.accounts.customer);
    expect(own.ncell).toMatchObject({ price: 120, own: true, any_operator: false });
    expect(own.ntc).toMatchObject({ price: 130, own: true, any_operator: true });
    const others = await active(world.accounts.other);
    expect(others.ncell).toMatchObject({ price: 140, own: false, any_operator: false });
    expect(others.ntc).toMatchObject({ price: 135.6, own: false, any_operator: true });
    expect(await active()).toEqual(others);
  });

  test('to come is announced where it will win, and nowhere else', async () => {
    await made({ account: world.accounts.customer, operator: 'ncell', price: 120 });
    const first = await made({ price: 160, valid_from: at(HOUR) });
    await made({ price: 170, valid_from: at(2 * HOUR) });
    const own = await active(world.accounts.customer);
    expect(own.ncell?.next).toBeNull();
    expect(own.ntc?.next).toEqual({ price: 160, valid_from: first.valid_from });
    expect(own.ntc?.price).toBe(135.6);
    await sql`DELETE FROM pricing WHERE valid_from > now()`.execute(world.db);
  });

  test.each([
    ['a time that is over', { valid_from: '2026-01-01T00:00:00Z' }, 'valid_from'],
    ['a price below nothing', { price: -1 }, 'price'],
    ['more decimals than are kept', { price: 1.00001 }, 'price'],
    ['no price', { price: null }, 'price'],
    ['an account that is none', { account: '01890000-0000-7000-8000-000000000000' }, 'account'],
    ['an operator that is none', { operator: 'utl' }, 'operator'],
  ])('is refused for %s', async (_, values, field) => {
    const { status, body } = await add(values);
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual([field]);
  });

  test('says of a time that is over what to do', async () => {
    const { body } = await add({ valid_from: '2026-01-01T00:00:00Z' });
    expect(body.errors).toEqual({
      valid_from: [
        'This time has passed. Choose a later one, or leave it empty to apply the price immediately.',
      ],
    });
  });

  test('of the same account, operator and time is refused', async () => {
    const valid_from = at(HOUR);
    await made({ operator: 'ncell', valid_from });
    const { status, body } = await add({ operator: 'ncell', valid_from });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['valid_from']]);
  });

  test('is seen and set by administrators only', async () => {
    for (const as of ['customer', 'support'] as User[]) {
      expect((await world.call(as, 'GET', PATH)).status).toBe(403);
      expect((await world.call(as, 'GET', '/v1/admin/product/active/')).status).toBe(403);
      expect((await add({}, as)).status).toBe(403);
    }
  });
});

describe('the impact of a default price', () => {
  const impact = async (asked: Record<string, string | number>) => {
    const query = new URLSearchParams({ release_undelivered: 'false', ...asked } as Record<string, string>);
    const { status, body, text } = await world.call<{ data: PricingImpact }>(
      'admin',
      'GET',
      `${PATH}impact/?${query}`,
    );
    expect(status, text).toBe(200);
    return body.data;
  };
  const customers = ['Himal Traders', 'Terai Mills'];

  test('counts and names the customers who pay it, with what each operator costs now', async () => {
    await made({ operator: 'ncell', price: 140 });
    const { accounts, names, operators } = await impact({ price: 150 });
    expect([accounts, names]).toEqual([2, customers]);
    const now = { accounts: 2, old_price: 135.6, old_release_undelivered: false };
    expect(operators.find(({ operator }) => operator === 'ntc')).toEqual({ operator: 'ntc', ...now });
    // The default of the operator wins over one of any operator.
    expect(operators.map(({ operator }) => operator)).not.toContain('ncell');
    expect(await impact({ price: 150, operator: 'ncell' })).toEqual({
      accounts: 2,
      names: customers,
      operators: [{ operator: 'ncell', accounts: 2, old_price: 140, old_release_undelivered: false }],
      viber: [],
    });
  });

  test('leaves out whose own price wins when it begins, and nobody earlier', async () => {
    await made({ account: world.accounts.customer, operator: 'ntc', price: 120 });
    await made({ account: world.accounts.other, price: 110, valid_from: at(HOUR) });
    const soon = await impact({ price: 150, operator: 'ntc' });
    expect([soon.accounts, soon.names]).toEqual([1, ['Terai Mills']]);
    const later = await impact({ price: 150, operator: 'ntc', valid_from: at(2 * HOUR) });
    expect([later.accounts, later.names, later.operators[0]?.accounts]).toEqual([0, [], 0]);
    const any = await impact({ price: 150 });
    expect([any.accounts, any.operators.find(({ operator }) => operator === 'ntc')?.accounts]).toEqual([
      2, 1,
    ]);
  });

  test('is nothing where nothing changes, and compares a changed price with what it takes the place of', async () => {
    expect(await impact({ price: 135.6 })).toEqual({
      ...{ accounts: 0, names: [], operators: [], viber: [] },
    });
    expect((await impact({ price: 135.6, release_undelivered: 'true' })).accounts).toBe(2);
    const { uuid, valid_from } = await made({ operator: 'ncell', price: 190, valid_from: at(HOUR) });
    const changed = await impact({ price: 150, operator: 'ncell', valid_from, pricing: uuid });
    expect(changed.operators[0]?.old_price).toBe(135.6);
  });

  test('of a Viber message is compared with the price that names one, by its own rule', async () => {
    const same = { price: 135.6, viber_price: 150 };
    expect(await impact(same)).toMatchObject({
      ...{ accounts: 2, names: customers, operators: [] },
      viber: expect.arrayContaining([{ operator: 'ntc', accounts: 2, old_price: null }]),
    });
    await made({ operator: 'ncell', price: 135.6, viber_price: 175.5 });
    await made({ operator: 'ncell', price: 140 });
    // One's own price without one of Viber leaves the default of Viber in force.
    await made({ account: world.accounts.customer, price: 100 });
    await made({ account: world.accounts.other, price: 100, viber_price: 120 });
    expect(await impact({ price: 140, viber_price: 180, operator: 'ncell' })).toEqual({
      ...{ accounts: 1, names: ['Himal Traders'], operators: [] },
      viber: [{ operator: 'ncell', accounts: 1, old_price: 175.5 }],
    });
    // The default of the operator wins over one of any operator.
    expect((await impact(same)).viber?.map(({ operator }) => operator)).not.toContain('ncell');
    expect(await impact({ price: 140, viber_price: 175.5, operator: 'ncell' })).toMatchObject({
      ...{ accounts: 0, viber: [] },
    });
  });

  test('is for who sets prices, and changes nothing', async () => {
    const query = '?price=150&release_undelivered=false';
    expect((await world.call('support', 'GET', `${PATH}impact/${query}`)).status).toBe(403);
    await impact({ price: 150 });
    expect((await active()).ntc?.price).toBe(135.6);
  });
});

describe('a price to come', () => {
  test('can be changed and deleted, and both are written down', async () => {
    const { uuid } = await made({ operator: 'ncell', valid_from: at(HOUR) });
    const later = at(2 * HOUR);
    const put = await world.call<Answer>('admin', 'PUT', `${PATH}${uuid}/`, {
      price: 155.5,
      release_undelivered: true,
      valid_from: later,
    });
    expect(put.body.data).toMatchObject({ price: 155.5, valid_from: later, status: 'future' });
    expect((await world.call('admin', 'DELETE', `${PATH}${uuid}/`)).status).toBe(204);
    expect((await world.call('admin', 'GET', `${PATH}${uuid}/`)).status).toBe(404);
    const { rows } = await sql<{ action: string; entity: string }>`
      SELECT action, entity FROM audit_entry WHERE record = ${uuid} ORDER BY uuid`.execute(world.db);
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(rows[0]?.entity).toBe('admin/product-pricing');
  });
});

describe('a price in force', () => {
  test('can be neither changed nor deleted, the last default price least of all', async () => {
    const own = await made({ account: world.accounts.customer });
    const list = await world.call<{ results: ProductPricing[] }>('admin', 'GET', PATH);
    const fallback = list.body.results.find(({ account, operator }) => !account && !operator);
    for (const uuid of [own.uuid, fallback?.uuid]) {
      const put = await world.call<Failure>('admin', 'PUT', `${PATH}${uuid}/`, {
        price: 1,
        release_undelivered: false,
        valid_from: at(HOUR),
      });
      const gone = await world.call<Failure>('admin', 'DELETE', `${PATH}${uuid}/`);
      for (const { status, body } of [put, gone])
        expect([status, body.code, body.detail]).toEqual([
          ...[409, 'conflict'],
          'This price is already in force and cannot be changed. Add a new price instead.',
        ]);
    }
    expect((await active(world.accounts.customer)).ntc?.price).toBe(150);
  });

  test('is past when a later one of the same account and operator has begun', async () => {
    const first = await made({ operator: 'ncell' });
    await made({ operator: 'ncell', price: 160 });
    const again = await world.call<Answer>('admin', 'GET', `${PATH}${first.uuid}/`);
    expect(again.body.data.status).toBe('past');
  });
});

test('a new price takes effect on the next plan; a plan of before it is refused with the new cost', async () => {
  const request = {
    name: 'Offer',
    sender: world.sender,
    body: 'Sale today',
    recipients: { numbers: ['9841000001'] },
  };
  const post = (body: object, path = '/v1/sms/compose/') =>
    world.call<{ data: Plan & Campaign } & Failure>('customer', 'POST', path, body);
  const plan = async () => (await post(request, '/v1/sms/compose/plan/')).body.data;
  const before = await plan();
  expect(before.cost).toBe(136);
  await made({ account: world.accounts.customer, price: 200 });
  const refused = await post({ ...request, plan: before.uuid, cost: before.cost });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'price_changed', data: { cost: 200 } });
  const after = await plan();
  expect(after.operators[0]).toMatchObject({ price: 200, amount: 200 });
  const sent = await post({ ...request, plan: after.uuid, cost: 200 });
  expect(sent.status, sent.text).toBe(201);
});
