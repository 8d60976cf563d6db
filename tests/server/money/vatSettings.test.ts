import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { VatRates } from '#schema/billingSettings.ts';
import type { Failure } from '#schema/entity.ts';
import type { Invoice } from '#schema/invoice.ts';
import { issueInvoice } from '../../../server/services/money/invoices.ts';
import { DAY, nepalDay, setUpBilling, VAT } from './billingSetup.ts';

const setup = setUpBilling();
const { read, put, log } = setup;

describe('VAT', () => {
  const SELLER = { name: 'Himal', pan: '301234567', address: '' };
  const paid = async () => {
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO payment_reference (account, "user", kind, amount, method, status, decided_at)
      SELECT account, uuid, 'topup', 113000, 'cash', 'confirmed', now() FROM users WHERE account = ${setup.world.accounts.customer}
      RETURNING uuid`.execute(setup.world.db);
    return rows[0]!.uuid;
  };
  const figuresOf = async (db: Kysely<unknown>, uuid: string) => {
    const { rows } = await sql<{ figures: number[] }>`
      SELECT ARRAY[vat_percent::float8, taxable, vat] AS figures FROM invoice WHERE uuid = ${uuid}`.execute(
      db,
    );
    return rows[0]?.figures;
  };
  /** Percent, taxable and VAT of an invoice of that moment, which is taken back: it may be of another fiscal year. */
  const figuresAt = async (at: Date) => {
    const payment = await paid();
    const trx = await setup.world.db.startTransaction().execute();
    const figures = await figuresOf(trx, await issueInvoice(trx, payment, SELLER, at));
    await trx.rollback().execute();
    return figures;
  };
  const inDays = (days: number) => new Date(Date.now() + days * DAY);

  test('changes from its day on; invoices keep the percent of their day', async () => {
    const payment = await paid();
    const today = await setup.world.db
      .transaction()
      .execute((trx) => issueInvoice(trx, payment, SELLER, new Date()));
    expect(await figuresOf(setup.world.db, today)).toEqual([13, 100_000, 13_000]);
    const answer = await setup.world.call<{ data: VatRates }>('admin', 'PUT', VAT, {
      from: nepalDay(2),
      percent: 13.25,
    });
    expect(answer.body.data.rates).toEqual([
      { from: null, percent: 13 },
      { from: nepalDay(2), percent: 13.25 },
    ]);
    expect((await log())[0]).toMatchObject({
      before: { vat_rates: [{ from: null, percent: 13 }] },
      after: {
        vat_rates: [
          { from: null, percent: 13 },
          { from: nepalDay(2), percent: 13.25 },
        ],
      },
    });
    expect(await figuresAt(inDays(1))).toEqual([13, 100_000, 13_000]);
    expect(await figuresAt(inDays(2))).toEqual([13.25, 99_779, 13_221]);
    const { body } = await setup.world.call<{ data: Invoice }>(
      'customer',
      'GET',
      `/v1/credit/invoices/${today}/`,
    );
    expect(body.data.vat_percent).toBe(13);
    // Who sets prices sees it, without the pair of the settings.
    const seen = await setup.world.call<{ data: VatRates }>('admin', 'GET', '/v1/admin/product-pricing/vat/');
    expect(seen.body).toEqual(answer.body);
  });

  test('is never changed in the past', async () => {
    const { status, body } = await put(VAT, { from: nepalDay(-1), percent: 5 });
    expect([status, body.errors]).toEqual([
      400,
      { from: [`A rate cannot change in the past. The earliest day is ${nepalDay(0)}.`] },
    ]);
    const removed = await setup.world.call<Failure>('admin', 'DELETE', `${VAT}1900-01-01/`);
    expect([removed.status, Object.keys(removed.body.errors ?? {})]).toEqual([400, ['from']]);
    expect((await put(VAT, { from: nepalDay(3), percent: 100 })).body.errors).toHaveProperty('percent');
    expect((await put(VAT, { from: nepalDay(3), percent: 13.333 })).body.errors).toHaveProperty('percent');
  });

  test('a rate to come can be replaced and removed', async () => {
    await put(VAT, { from: nepalDay(2), percent: 13.25 });
    await put(VAT, { from: nepalDay(2), percent: 15 });
    expect((await read()).vat_rates.at(-1)).toEqual({ from: nepalDay(2), percent: 15 });
    const { body } = await setup.world.call<{ data: VatRates }>('admin', 'DELETE', `${VAT}${nepalDay(2)}/`);
    expect(body.data.rates).toEqual([{ from: null, percent: 13 }]);
    expect((await setup.world.call('admin', 'DELETE', `${VAT}${nepalDay(2)}/`)).status).toBe(404);
  });
});
