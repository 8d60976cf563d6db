import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BillingInput } from '#schema/billingSettings.ts';
import type { Failure } from '#schema/entity.ts';
import { type Invoice, invoiceNumber } from '#schema/invoice.ts';
import type { PaymentReference, StartedPayment } from '#schema/paymentReference.ts';
import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { issueInvoice } from '../../../server/services/money/invoices.ts';
import { invoiceNumbers } from '../../../server/services/reports/bookChecks.ts';
import { nepalDay, PATH, type Read, setUpBilling, VAT } from './billingSetup.ts';

const setup = setUpBilling();
const { read, put, log } = setup;

const SERIES = `${PATH}invoice-series/`;
const bank = { bank: 'Nabil Bank', branch: 'Teendhara', name: 'Himal SMS Pvt. Ltd.', number: '0123 4567 89' };
const input: BillingInput = {
  ...{ seller_name: 'Himal SMS Pvt. Ltd.', seller_pan: '301234567', seller_address: 'Lalitpur' },
  bank_accounts: [bank],
  payment_methods: ['cheque', 'bank'],
  ...{ bank_instructions: 'Write your account’s name.', cash_instructions: null, cheque_instructions: null },
  ...{ topup_min: 50_000, topup_max: 10_000_000, invoice_days: 20 },
};

describe('what a provider sets of billing', () => {
  test('is in force at once in every process, and audited', async () => {
    expect((await put(PATH, input)).body.data).toMatchObject({ ...input, fixed: [] });
    const answer = await setup.second.inject({
      url: '/v1/credit/payment/methods/',
      headers: { authorization: `Token ${setup.world.tokens.customer}` },
    });
    expect(answer.json()).toEqual({
      data: {
        methods: ['cheque', 'bank'],
        instructions: `Nabil Bank, Teendhara, Himal SMS Pvt. Ltd., 0123 4567 89\nWrite your account’s name.`,
        accounts: [bank],
        method_instructions: { bank: 'Write your account’s name.' },
        ...{ topup_min: 50_000, topup_max: 10_000_000 },
      },
    });
    const [entry] = await log();
    expect(entry).toMatchObject({
      actor_email: setup.world.emails.admin,
      before: { seller_name: null, bank_accounts: [], payment_methods: ['bank', 'cash', 'cheque'] },
      after: { seller_name: input.seller_name, bank_accounts: [bank] },
    });
  });

  test('the seller is on the next invoice, and methods and bounds are those of the next top-up', async () => {
    await put(PATH, input);
    const ask = (body: object) =>
      setup.world.call<{ data: StartedPayment } & Failure>(
        'customer',
        'POST',
        '/v1/credit/payment/credit_payment_initiate/',
        { method: 'cheque', reference: `C${Math.random()}`, ...body },
      );
    expect((await ask({ amount: 113_000, method: 'cash' })).body.errors).toHaveProperty('method');
    expect((await ask({ amount: 49_999 })).body.errors).toEqual({
      amount: ['The minimum top-up is Rs. 500.00.'],
    });
    expect((await ask({ amount: 10_000_001 })).body.errors).toEqual({
      amount: ['The maximum top-up is Rs. 1,00,000.00.'],
    });
    const { uuid } = (await ask({ amount: 113_000 })).body.data;
    const confirmed = await setup.world.call<{ data: PaymentReference }>(
      'admin',
      'POST',
      '/v1/credit/payment/credit_payment_confirm/',
      { uuid },
    );
    const { invoice } = confirmed.body.data;
    const { body } = await setup.world.call<{ data: Invoice }>(
      'customer',
      'GET',
      `/v1/credit/invoices/${invoice}/`,
    );
    expect(body.data).toMatchObject({
      seller: { name: 'Himal SMS Pvt. Ltd.', pan: '301234567', address: 'Lalitpur' },
      ...{ taxable: 100_000, vat: 13_000, vat_percent: 13 },
    });
  });

  test.each([
    [{ seller_pan: '12345678' }, 'seller_pan'],
    [{ bank_accounts: [{ ...bank, number: 'x' }] }, 'bank_accounts.0.number'],
    [{ bank_accounts: [{ ...bank, bank: '' }] }, 'bank_accounts.0.bank'],
    [{ payment_methods: ['bank', 'bank'] }, 'payment_methods'],
    [{ payment_methods: ['esewa'] }, 'payment_methods.0'],
    [{ topup_min: 999 }, 'topup_min'],
    [{ topup_min: 20_000_000 }, 'topup_max'],
    [{ bank_instructions: 'x'.repeat(1001) }, 'bank_instructions'],
  ])('%j is refused at its field, and everything stays', async (change, field) => {
    await put(PATH, input);
    const before = await read();
    const { status, body } = await put(PATH, { ...input, seller_address: 'Elsewhere', ...change });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    expect(await read()).toEqual(before);
  });

  test('what the environment fixes is said, shown and refused', async () => {
    await put(PATH, input);
    const config = readConfig({
      ...{ SELLER_NAME: 'Fixed', PAYMENT_METHODS: 'cash', PAYMENT_INSTRUCTIONS: 'At our office' },
      ...{ DATABASE_URL: 'postgresql://nowhere', LOG_LEVEL: 'silent' },
    });
    const app = await buildApp({ ...setup.world.deps, config });
    const call = async (method: 'GET' | 'PUT', payload?: object) =>
      (
        await app.inject({
          ...{ method, url: PATH, ...(payload && { payload }) },
          headers: { authorization: `Token ${setup.world.tokens.admin}` },
        })
      ).json<Read>();
    const { data } = await call('GET');
    const texts = ['bank_instructions', 'cash_instructions', 'cheque_instructions'];
    expect(data.fixed.sort()).toEqual([...texts, 'payment_methods', 'seller_name'].sort());
    expect(data).toMatchObject({
      seller_name: 'Fixed',
      payment_methods: ['cash'],
      cash_instructions: 'At our office',
    });
    const shown: BillingInput = {
      ...input,
      ...Object.fromEntries(data.fixed.map((name) => [name, data[name as never]])),
    };
    expect((await call('PUT', { ...shown, seller_name: 'Another' })).errors).toEqual({
      seller_name: ['The environment of the server sets this value. Change it there.'],
    });
    expect((await call('PUT', { ...shown, seller_address: 'Patan' })).data.seller_address).toBe('Patan');
    await app.close();
    // The stored values wait for the day when the variable is gone.
    expect(await read()).toMatchObject({ ...input, seller_address: 'Patan' });
  });
});

describe('the series of invoices', () => {
  const issueIn = async (at: string) => {
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO payment_reference (account, "user", kind, amount, method, status, decided_at)
      SELECT account, uuid, 'topup', 5000, 'cash', 'confirmed', now() FROM users WHERE account = ${setup.world.accounts.other}
      RETURNING uuid`.execute(setup.world.db);
    const seller = { name: 'Himal', pan: '301234567', address: '' };
    const uuid = await setup.world.db
      .transaction()
      .execute((trx) => issueInvoice(trx, rows[0]!.uuid, seller, new Date(at)));
    const { body } = await setup.world.call<{ data: Invoice }>(
      'other',
      'GET',
      `/v1/credit/invoices/${uuid}/`,
    );
    return invoiceNumber(body.data);
  };
  let next: string;
  /** A moment within the next fiscal year. */
  const at = () => `${Number(next.slice(0, 4)) - 56}-01-15T06:00:00Z`;
  beforeEach(async () => {
    next = (await read()).invoice_series[0]!.fiscal_year;
  });

  test('begins with its prefix and number without a gap or a double, stays, and hands its prefix on', async () => {
    const begun = await put(SERIES, { fiscal_year: next, prefix: 'INV/', first: 1001 });
    expect(begun.body.data.invoice_series[0]).toEqual({
      fiscal_year: next,
      prefix: 'INV/',
      first: 1001,
      last: null,
    });
    // Until the first invoice it may still change.
    await put(SERIES, { fiscal_year: next, prefix: 'INV-', first: 501 });
    // Many at once.
    const numbers = await Promise.all(Array.from({ length: 6 }, () => issueIn(at())));
    const wanted = Array.from({ length: 6 }, (_, i) => `INV-${next}-${String(501 + i).padStart(6, '0')}`);
    expect(numbers.sort()).toEqual(wanted);
    const wrong = await sql`${invoiceNumbers}`.execute(setup.world.db);
    expect(wrong.rows).toEqual([]);
    expect((await log())[0]).toMatchObject({ title: next, after: { prefix: 'INV-', first: 501 } });

    // It stays once it has an invoice, and the year after takes over the prefix.
    const { status, body } = await put(SERIES, { fiscal_year: next, prefix: '', first: 1 });
    expect([status, body.errors]).toEqual([
      400,
      { fiscal_year: [`The invoices of ${next} have begun, so their numbering cannot change.`] },
    ]);
    expect((await read()).invoice_series[0]).toMatchObject({ prefix: 'INV-', first: 501, last: 506 });
    const later = await issueIn(`${Number(next.slice(0, 4)) - 55}-01-15T06:00:00Z`);
    expect(later).toMatch(/^INV-20\d\d\/\d\d-000001$/);
  });

  test.each([
    [{ prefix: 'नेपाल' }, 'prefix'],
    [{ first: 0 }, 'first'],
    [{ fiscal_year: '2070/71' }, 'fiscal_year'],
  ])('%j is refused at its field', async (change, field) => {
    const { status, body } = await put(SERIES, { fiscal_year: next, prefix: '', first: 1, ...change });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });
});

test('nobody without the pair of the settings reads or changes any of it', async () => {
  for (const caller of ['customer', 'support'] as const) {
    expect((await setup.world.call(caller, 'GET', PATH)).status).toBe(403);
    expect((await setup.world.call(caller, 'PUT', PATH, input)).status).toBe(403);
    expect((await setup.world.call(caller, 'PUT', VAT, { from: nepalDay(1), percent: 1 })).status).toBe(403);
  }
});
