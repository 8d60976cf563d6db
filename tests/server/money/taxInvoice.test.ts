import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { Invoice } from '#schema/invoice.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

type Paid = { data: PaymentReference };

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(async () => {
  await audit(world.db);
  await world.close();
});

const initiate = '/v1/credit/payment/credit_payment_initiate/';
const topUp = (body: object = {}, as: User | null = 'customer') =>
  world.call<Paid & Failure>(as, 'POST', initiate, { amount: 1_000_000, method: 'cash', ...body });
const decide = (what: 'confirm' | 'reject', uuid: string, more: object = {}, as: User | null = 'admin') =>
  world.call<Paid & Failure>(as, 'POST', `/v1/credit/payment/credit_payment_${what}/`, { uuid, ...more });

describe('a tax invoice', () => {
  const confirmed = async (amount: number, as: User = 'customer'): Promise<string> => {
    const { uuid } = (await topUp({ amount }, as)).body.data;
    return (await decide('confirm', uuid)).body.data.invoice as string;
  };
  const show = (uuid: string, as: User | null = 'customer') =>
    world.call<{ data: Invoice }>(as, 'GET', `/v1/credit/invoices/${uuid}/`);

  beforeEach(async () => {
    await sql`UPDATE account SET pan = '301234567', address = 'New Road' WHERE uuid = ${world.accounts.customer}`.execute(
      world.db,
    );
  });

  test('shows seller, buyer, number and 13 % VAT that was included', async () => {
    const { body } = await show(await confirmed(113_000));
    expect(body.data).toMatchObject({
      fiscal_year: expect.stringMatching(/^20\d\d\/\d\d$/),
      kind: 'topup',
      method: 'cash',
      seller: { name: 'Demo Provider', pan: '600000000', address: 'Kathmandu' },
      buyer: { name: 'Himal Traders', pan: '301234567', address: 'New Road' },
      taxable: 100_000,
      vat: 13_000,
      vat_percent: 13,
      total: 113_000,
    });
  });

  test('keeps the names of the day it was issued', async () => {
    const uuid = await confirmed(5_000);
    await sql`UPDATE account SET name = 'Himal Traders', pan = '999999999' WHERE uuid = ${world.accounts.customer}`.execute(
      world.db,
    );
    expect((await show(uuid)).body.data.buyer.pan).toBe('301234567');
  });

  test('has numbers without gaps or duplicates, with concurrent and refused confirmations', async () => {
    const payments = await Promise.all(
      Array.from(
        { length: 15 },
        async (_, i) => (await topUp({}, i % 2 ? 'customer' : 'other')).body.data.uuid,
      ),
    );
    await Promise.all([...payments, ...payments].map((uuid) => decide('confirm', uuid)));
    const { rows } = await sql<{ numbers: number[]; last: number }>`
      SELECT array_agg(number ORDER BY number) AS numbers, (SELECT last FROM invoice_number) AS last
      FROM invoice`.execute(world.db);
    const { numbers, last } = rows[0]!;
    expect(numbers.length).toBeGreaterThanOrEqual(15);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(last).toBe(numbers.length);
  });

  test('cannot be changed or deleted', async () => {
    await confirmed(5_000);
    await expect(sql`UPDATE invoice SET total = total`.execute(world.db)).rejects.toThrow(/append-only/);
    await expect(sql`DELETE FROM invoice`.execute(world.db)).rejects.toThrow(/append-only/);
  });

  test('is not visible to other accounts', async () => {
    const uuid = await confirmed(5_000);
    expect((await show(uuid, 'other')).status).toBe(404);
    expect((await show(uuid, 'support')).status).toBe(404);
    expect((await show(uuid, null)).status).toBe(401);
  });
});
