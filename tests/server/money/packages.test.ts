import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import type { Failure } from '#schema/entity.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import type { ActivePackage, SmsPackage } from '#schema/smsPackage.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

let app: TestApp;
/** The app with customers of this test's own. */
let world: TestApp;
let starter: SmsPackage;

const forSale = async (name: string, parts: number, price: number, days = 30): Promise<SmsPackage> => {
  await sql`
    INSERT INTO sms_package (name, parts, price, validity_days)
    VALUES (${name}, ${parts}, ${price}, ${days})`.execute(world.db);
  const { body } = await world.call<{ results: SmsPackage[] }>('customer', 'GET', '/v1/credit/sms-packages/');
  return body.results.find((found) => found.name === name) as SmsPackage;
};

beforeAll(async () => {
  app = world = await createTestApp();
  starter = await forSale('Starter', 1000, 125_000);
});
afterAll(async () => {
  await audit(app.db);
  await app.close();
});
beforeEach(async () => {
  world = await app.newCustomers();
  await sql`UPDATE sms_package SET is_active = uuid = ${starter.uuid}`.execute(world.db);
});

const purchases = '/v1/credit/user-payment-reference/smspackages/';
const buy = (body: object = {}, as: User | null = 'customer') =>
  world.call<{ data: PaymentReference } & Failure>(as, 'POST', purchases, {
    package: starter.uuid,
    price: starter.price,
    method: 'wallet',
    ...body,
  });
const owned = async (as: User = 'customer', query = '') =>
  (
    await world.call<{ count: number; results: ActivePackage[] }>(
      as,
      'GET',
      `/v1/credit/account-sms-packages/${query}`,
    )
  ).body;
const balance = async (as: User = 'customer') =>
  (await world.call<{ data: { wallet: { balance: number } } }>(as, 'GET', '/v1/autho/user/profile/')).body
    .data.wallet.balance;
const decide = (what: 'confirm' | 'reject', body: object) =>
  world.call('admin', 'POST', `/v1/credit/payment/credit_payment_${what}/`, body);

describe('packages for sale', () => {
  test('are the same for every account, cheapest first, and only those on sale', async () => {
    await forSale('Big', 10_000, 1_180_000, 180);
    await forSale('Gone', 1, 1);
    await sql`UPDATE sms_package SET is_active = false WHERE name = 'Gone'`.execute(world.db);
    for (const user of ['customer', 'other'] as const) {
      const { body } = await world.call<{ count: number; results: SmsPackage[] }>(
        user,
        'GET',
        '/v1/credit/sms-packages/',
      );
      expect(body.results.map(({ name }) => name)).toEqual(['Starter', 'Big']);
      expect(body.count).toBe(2);
    }
  });

  test('one that is gone cannot be bought', async () => {
    const { uuid } = await forSale('Long gone', 1, 1);
    await sql`UPDATE sms_package SET is_active = false WHERE uuid = ${uuid}`.execute(world.db);
    const { status, body } = await buy({ package: uuid, price: 1 });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['package']]);
    expect((await buy({ package: randomUUID() })).status).toBe(400);
  });

  test('support may not buy, nobody may not look', async () => {
    expect((await buy({}, 'support')).status).toBe(403);
    expect((await world.call(null, 'GET', '/v1/credit/sms-packages/')).status).toBe(401);
  });
});

describe('a package', () => {
  test('from the wallet is there at once, for its exact price, with its days', async () => {
    const before = await balance();
    const had = (await owned()).count;
    const { status, body } = await buy();
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      kind: 'package',
      method: 'wallet',
      status: 'confirmed',
      amount: 125_000,
      package_name: 'Starter',
      invoice: null,
    });
    expect(await balance()).toBe(before - 125_000);
    const { count, results } = await owned('customer', '?ordering=-created_at');
    expect(count).toBe(had + 1);
    expect(results[0]).toMatchObject({ name: 'Starter', parts: 1000, remaining: 1000 });
    const days = (Date.parse(results[0]!.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
  });

  test('at a changed price is not bought, and the answer has the new price', async () => {
    const before = await balance();
    const { status, body } = await buy({ price: 124_999 });
    expect([status, body.code]).toEqual([409, 'price_changed']);
    expect((body as unknown as { data: SmsPackage }).data).toMatchObject({
      uuid: starter.uuid,
      price: 125_000,
    });
    expect(await balance()).toBe(before);
  });

  test('costs all the money or nothing happens: one paisa short buys nothing', async () => {
    const before = await balance('other');
    const exact = await forSale('Exact', 10, before);
    const dear = await forSale('Dear', 10, before + 1);
    const refused = await buy({ package: dear.uuid, price: dear.price }, 'other');
    expect([refused.status, refused.body.code]).toEqual([402, 'insufficient_balance']);
    expect(await balance('other')).toBe(before);
    expect((await owned('other')).count).toBe(0);
    expect((await buy({ package: exact.uuid, price: exact.price }, 'other')).status).toBe(201);
    expect(await balance('other')).toBe(0);
  });

  test('bought by twenty at once is bought as often as the wallet allows', async () => {
    const before = await balance();
    const price = Math.floor(before / 7);
    const seventh = await forSale('Seventh', 5, price);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => buy({ package: seventh.uuid, price })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(13);
    expect(await balance()).toBe(before - 7 * price);
  });

  test('by a payment from outside comes when it is confirmed, with an invoice, and not twice', async () => {
    const before = await balance();
    const had = (await owned()).count;
    const { body } = await buy({ method: 'bank', reference: 'NIC-9' });
    expect(body.data.status).toBe('pending');
    expect((await owned()).count).toBe(had);
    const { uuid } = body.data;
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide('confirm', { uuid })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await owned()).count).toBe(had + 1);
    expect(await balance()).toBe(before);
    const { body: after } = await world.call<{ results: PaymentReference[] }>('customer', 'GET', purchases);
    expect(after.results[0]).toMatchObject({ uuid, status: 'confirmed', invoice: expect.any(String) });
  });

  test('that is rejected is not there', async () => {
    const had = (await owned()).count;
    const { uuid } = (await buy({ method: 'cash' })).body.data;
    await decide('reject', { uuid, reason: 'Not paid' });
    expect((await owned()).count).toBe(had);
  });

  test('the history of purchases has no top-ups, the list of payments has both', async () => {
    expect((await buy()).status).toBe(201);
    await world.call('customer', 'POST', '/v1/credit/payment/credit_payment_initiate/', {
      amount: 5_000,
      method: 'cash',
    });
    const kinds = async (path: string) => {
      const { body } = await world.call<{ count: number; results: PaymentReference[] }>(
        'customer',
        'GET',
        path,
      );
      expect(body.count).toBe(body.results.length);
      return [...new Set(body.results.map(({ kind }) => kind))].sort();
    };
    expect(await kinds(purchases)).toEqual(['package']);
    expect(await kinds('/v1/credit/user-payment-reference/')).toEqual(['package', 'topup']);
    expect(await kinds('/v1/credit/user-payment-reference/?kind=topup')).toEqual(['topup']);
  });
});

describe('using packages', () => {
  const plan = async (numbers: number) =>
    (
      await world.call<{ data: Plan }>('customer', 'POST', '/v1/sms/compose/plan/', {
        name: 'x',
        sender: world.sender,
        body: 'Hello',
        recipients: { numbers: Array.from({ length: numbers }, (_, i) => String(9841100000 + i)) },
      })
    ).body.data;

  test('parts of live packages are taken before the wallet, expired and spent ones are not', async () => {
    expect((await buy()).status).toBe(201);
    await sql`UPDATE account_package SET remaining = 0`.execute(world.db);
    expect(await plan(3)).toMatchObject({ package_parts: 0, cost: 407 });
    await sql`
      INSERT INTO account_package (account, name, parts, remaining, expires_at) VALUES
        (${world.accounts.customer}, 'Expired', 50, 50, now() - interval '1 second'),
        (${world.accounts.customer}, 'Live', 2, 2, now() + interval '1 day'),
        (${world.accounts.other}, 'Not mine', 50, 50, now() + interval '1 day')`.execute(world.db);
    expect(await plan(3)).toMatchObject({ package_parts: 2, cost: 136 });
    // As it was: the audit looks for every part.
    await sql`DELETE FROM account_package WHERE payment IS NULL`.execute(world.db);
    await sql`UPDATE account_package SET remaining = parts`.execute(world.db);
  });

  test('the list tells live, spent and expired ones apart', async () => {
    for (let n = 0; n < 2; n++) expect((await buy()).status).toBe(201);
    const now = new Date().toISOString();
    await sql`
      UPDATE account_package SET expires_at = now() - interval '1 day'
      WHERE uuid = (SELECT uuid FROM account_package WHERE account = ${world.accounts.customer} LIMIT 1)`.execute(
      world.db,
    );
    const all = await owned();
    const live = await owned('customer', `?remaining__gte=1&expires_at__gte=${now}`);
    const expired = await owned('customer', `?expires_at__lte=${now}`);
    expect(expired.count).toBe(1);
    expect(live.count).toBe(all.count - 1);
  });
});
