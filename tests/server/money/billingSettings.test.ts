import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BillingInput, BillingSettings, GatewayCheck, VatRates } from '#schema/billingSettings.ts';
import type { Failure } from '#schema/entity.ts';
import { type Invoice, invoiceNumber } from '#schema/invoice.ts';
import type { PaymentOptions, PaymentReference, StartedPayment } from '#schema/paymentReference.ts';
import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import type { App } from '../../../server/deps.ts';
import { issueInvoice } from '../../../server/services/money/invoices.ts';
import { invoiceNumbers } from '../../../server/services/reports/bookChecks.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { ESEWA_PRODUCT, ESEWA_SECRET, type EsewaServer, startEsewa } from '../../support/esewaServer.ts';
import { KHALTI_SECRET, type KhaltiServer, startKhalti } from '../../support/khaltiServer.ts';

const PATH = '/v1/admin/settings/billing/';
const VAT = `${PATH}vat-rates/`;
const SERIES = `${PATH}invoice-series/`;
const DAY = 86_400_000;

type Read = { data: BillingSettings } & Failure;

let esewa: EsewaServer;
let khalti: KhaltiServer;
let world: TestApp;
/** Another process of the same server. */
let second: App;
let connection: Database;
beforeAll(async () => {
  [esewa, khalti] = await Promise.all([startEsewa(), startKhalti()]);
  const environment = {
    PUBLIC_URL: 'https://sms.example',
    ESEWA_URL: esewa.formUrl,
    ESEWA_STATUS_URL: esewa.statusUrl,
    KHALTI_URL: khalti.apiUrl,
  };
  world = await createTestApp({ environment });
  connection = openDatabase(world.url, 2, () => {});
  second = await buildApp({ ...world.deps, db: connection.db });
});
/** Each test begins with the settings of a new server, and without open payments at eSewa. */
beforeEach(async () => {
  await rejectOpen();
  await sql`DELETE FROM payment_gateway`.execute(world.db);
  await sql`DELETE FROM vat_rate WHERE valid_from > '1900-01-01'`.execute(world.db);
  await sql`DELETE FROM billing_setting`.execute(world.db);
  await sql`INSERT INTO billing_setting DEFAULT VALUES`.execute(world.db);
});
afterEach(() => {
  esewa.mode('up');
  khalti.mode('up');
});
afterAll(async () => {
  // Every answer to the calls of these tests is one that the document lists.
  expect(world.undocumented()).toEqual([]);
  await second.close();
  await connection.close();
  await Promise.all([world.close(), esewa.close(), khalti.close()]);
});

const read = async () => (await world.call<Read>('admin', 'GET', PATH)).body.data;
const options = async () =>
  (await world.call<{ data: PaymentOptions }>('customer', 'GET', '/v1/credit/payment/methods/')).body.data;
const put = (path: string, body: object) => world.call<Read>('admin', 'PUT', path, body);
const rejectOpen = () =>
  sql`UPDATE payment_reference SET status = 'rejected', decided_at = now()
    WHERE method = 'esewa' AND status = 'pending'`.execute(world.db);
const nepalDay = (days: number) =>
  new Date(Date.now() + 345 * 60_000 + days * DAY).toISOString().slice(0, 10);

const bank = { bank: 'Nabil Bank', branch: 'Teendhara', name: 'Himal SMS Pvt. Ltd.', number: '0123 4567 89' };
const input: BillingInput = {
  ...{ seller_name: 'Himal SMS Pvt. Ltd.', seller_pan: '301234567', seller_address: 'Lalitpur' },
  bank_accounts: [bank],
  payment_methods: ['cheque', 'bank'],
  ...{ bank_instructions: 'Write your account’s name.', cash_instructions: null, cheque_instructions: null },
  ...{ topup_min: 50_000, topup_max: 10_000_000, invoice_days: 20 },
};
/** What the log has of the settings, newest first. */
async function log() {
  const { rows } = await sql<{ actor_email: string; title: string | null; before: object; after: object }>`
    SELECT actor_email, title, before, after FROM audit_entry WHERE entity = 'admin/settings'
    ORDER BY uuid DESC`.execute(world.db);
  return rows;
}

describe('what a provider sets of billing', () => {
  test('is in force at once in every process, and audited', async () => {
    expect((await put(PATH, input)).body.data).toMatchObject({ ...input, fixed: [] });
    const answer = await second.inject({
      url: '/v1/credit/payment/methods/',
      headers: { authorization: `Token ${world.tokens.customer}` },
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
      actor_email: world.emails.admin,
      before: { seller_name: null, bank_accounts: [], payment_methods: ['bank', 'cash', 'cheque'] },
      after: { seller_name: input.seller_name, bank_accounts: [bank] },
    });
  });

  test('the seller is on the next invoice, and methods and bounds are those of the next top-up', async () => {
    await put(PATH, input);
    const ask = (body: object) =>
      world.call<{ data: StartedPayment } & Failure>(
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
    const confirmed = await world.call<{ data: PaymentReference }>(
      'admin',
      'POST',
      '/v1/credit/payment/credit_payment_confirm/',
      { uuid },
    );
    const { invoice } = confirmed.body.data;
    const { body } = await world.call<{ data: Invoice }>(
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
    const app = await buildApp({ ...world.deps, config });
    const call = async (method: 'GET' | 'PUT', payload?: object) =>
      (
        await app.inject({
          ...{ method, url: PATH, ...(payload && { payload }) },
          headers: { authorization: `Token ${world.tokens.admin}` },
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

describe('VAT', () => {
  const SELLER = { name: 'Himal', pan: '301234567', address: '' };
  const paid = async () => {
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO payment_reference (account, "user", kind, amount, method, status, decided_at)
      SELECT account, uuid, 'topup', 113000, 'cash', 'confirmed', now() FROM users WHERE account = ${world.accounts.customer}
      RETURNING uuid`.execute(world.db);
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
    const trx = await world.db.startTransaction().execute();
    const figures = await figuresOf(trx, await issueInvoice(trx, payment, SELLER, at));
    await trx.rollback().execute();
    return figures;
  };
  const inDays = (days: number) => new Date(Date.now() + days * DAY);

  test('changes from its day on; invoices keep the percent of their day', async () => {
    const payment = await paid();
    const today = await world.db
      .transaction()
      .execute((trx) => issueInvoice(trx, payment, SELLER, new Date()));
    expect(await figuresOf(world.db, today)).toEqual([13, 100_000, 13_000]);
    const answer = await world.call<{ data: VatRates }>('admin', 'PUT', VAT, {
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
    const { body } = await world.call<{ data: Invoice }>('customer', 'GET', `/v1/credit/invoices/${today}/`);
    expect(body.data.vat_percent).toBe(13);
    // Who sets prices sees it, without the pair of the settings.
    const seen = await world.call<{ data: VatRates }>('admin', 'GET', '/v1/admin/product-pricing/vat/');
    expect(seen.body).toEqual(answer.body);
  });

  test('is never changed in the past', async () => {
    const { status, body } = await put(VAT, { from: nepalDay(-1), percent: 5 });
    expect([status, body.errors]).toEqual([
      400,
      { from: [`A rate cannot change in the past. The earliest day is ${nepalDay(0)}.`] },
    ]);
    const removed = await world.call<Failure>('admin', 'DELETE', `${VAT}1900-01-01/`);
    expect([removed.status, Object.keys(removed.body.errors ?? {})]).toEqual([400, ['from']]);
    expect((await put(VAT, { from: nepalDay(3), percent: 100 })).body.errors).toHaveProperty('percent');
    expect((await put(VAT, { from: nepalDay(3), percent: 13.333 })).body.errors).toHaveProperty('percent');
  });

  test('a rate to come can be replaced and removed', async () => {
    await put(VAT, { from: nepalDay(2), percent: 13.25 });
    await put(VAT, { from: nepalDay(2), percent: 15 });
    expect((await read()).vat_rates.at(-1)).toEqual({ from: nepalDay(2), percent: 15 });
    const { body } = await world.call<{ data: VatRates }>('admin', 'DELETE', `${VAT}${nepalDay(2)}/`);
    expect(body.data.rates).toEqual([{ from: null, percent: 13 }]);
    expect((await world.call('admin', 'DELETE', `${VAT}${nepalDay(2)}/`)).status).toBe(404);
  });
});

describe('the series of invoices', () => {
  const issueIn = async (at: string) => {
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO payment_reference (account, "user", kind, amount, method, status, decided_at)
      SELECT account, uuid, 'topup', 5000, 'cash', 'confirmed', now() FROM users WHERE account = ${world.accounts.other}
      RETURNING uuid`.execute(world.db);
    const seller = { name: 'Himal', pan: '301234567', address: '' };
    const uuid = await world.db
      .transaction()
      .execute((trx) => issueInvoice(trx, rows[0]!.uuid, seller, new Date(at)));
    const { body } = await world.call<{ data: Invoice }>('other', 'GET', `/v1/credit/invoices/${uuid}/`);
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
    const wrong = await sql`${invoiceNumbers}`.execute(world.db);
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

describe('keys of online services', () => {
  const gateway = (method: string) => `${PATH}gateways/${method}/`;
  const check = async (method: string) =>
    (await world.call<{ data: GatewayCheck } & Failure>('admin', 'POST', `${gateway(method)}check/`)).body;
  const setEsewa = () => put(gateway('esewa'), { product: ESEWA_PRODUCT, secret: ESEWA_SECRET });
  /** Begins a payment at eSewa in the other process. */
  const payAtEsewa = () =>
    second.inject({
      ...{ method: 'POST', url: '/v1/credit/payment/credit_payment_initiate/' },
      headers: { authorization: `Token ${world.tokens.customer}` },
      payload: { amount: 123_450, method: 'esewa' },
    });

  test('are encrypted, told to nobody, and offer the service at once in every process', async () => {
    expect((await options()).methods).not.toContain('esewa');
    const saved = await setEsewa();
    expect(saved.body.data.gateways[0]).toEqual({
      ...{ method: 'esewa', product: ESEWA_PRODUCT, is_set: true, is_fixed: false },
    });
    await put(gateway('khalti'), { secret: KHALTI_SECRET });
    const { rows } = await sql<{ all: string }>`
      SELECT (SELECT jsonb_agg(g) FROM payment_gateway g)::text || (SELECT jsonb_agg(e) FROM audit_entry e)::text AS all`.execute(
      world.db,
    );
    for (const secret of [ESEWA_SECRET, KHALTI_SECRET]) {
      expect(rows[0]!.all).not.toContain(secret);
      expect(JSON.stringify(await read())).not.toContain(secret);
    }
    expect(rows[0]!.all.match(/enc1:/g)).toHaveLength(2);
    const started = await payAtEsewa();
    expect(started.statusCode).toBe(201);
    expect(started.json<{ data: StartedPayment }>().data.checkout?.url).toBe(esewa.formUrl);
    expect((await options()).methods.slice(-2)).toEqual(['esewa', 'khalti']);
  });

  test('a page of a new process may send its form to eSewa', async () => {
    await setEsewa();
    const fresh = await buildApp({ ...world.deps });
    const { headers } = await fresh.inject('/healthz');
    expect(headers['content-security-policy']).toContain(`form-action 'self' ${esewa.base};`);
    await fresh.close();
  });

  test('the check says what came', async () => {
    await setEsewa();
    await put(gateway('khalti'), { secret: KHALTI_SECRET });
    expect((await check('esewa')).data).toMatchObject({ result: 'ok', detail: 'NOT_FOUND' });
    expect((await check('khalti')).data).toMatchObject({ result: 'ok' });
    esewa.mode('down');
    expect((await check('esewa')).data).toMatchObject({ result: 'unreachable' });
    await put(gateway('khalti'), { secret: 'live_secret_key_of_somebody_else' });
    expect((await check('khalti')).data).toMatchObject({
      result: 'refused',
      detail: expect.stringContaining('401'),
    });
  });

  test('another merchant, and none, are refused while payments of this one are open', async () => {
    await setEsewa();
    expect((await payAtEsewa()).statusCode).toBe(201);
    const other = await put(gateway('esewa'), { product: 'NP-ES-2', secret: 'another-secret' });
    expect([other.status, other.body.detail]).toEqual([
      409,
      expect.stringContaining('Open payments at this service: 1.'),
    ]);
    expect((await world.call('admin', 'DELETE', gateway('esewa'))).status).toBe(409);
    // A new secret of the same merchant can be needed at once.
    expect((await put(gateway('esewa'), { product: ESEWA_PRODUCT, secret: 'a-newer-secret' })).status).toBe(
      200,
    );
    await rejectOpen();
    const removed = await world.call<Read>('admin', 'DELETE', gateway('esewa'));
    expect(removed.body.data.gateways[0]).toMatchObject({ product: null, is_set: false });
    expect((await options()).methods).not.toContain('esewa');
    expect((await check('esewa')).code).toBe('conflict');
  });

  test('what is missing is said at its field; keys of the environment stay', async () => {
    expect((await put(gateway('esewa'), { secret: 'a-secret' })).body.errors).toHaveProperty('product');
    expect((await put(gateway('esewa'), { product: 'NP-ES-1' })).body.errors).toHaveProperty('secret');
    const config = { ...world.deps.config, KHALTI_SECRET: 'fixed-secret' };
    const app = await buildApp({ ...world.deps, config });
    const headers = { authorization: `Token ${world.tokens.admin}` };
    const refused = await app.inject({
      method: 'PUT',
      url: gateway('khalti'),
      headers,
      payload: { secret: 'mine' },
    });
    expect(refused.statusCode).toBe(409);
    expect((await app.inject({ url: PATH, headers })).json<Read>().data.gateways[1]).toMatchObject({
      is_fixed: true,
    });
    await app.close();
  });
});

test('nobody without the pair of the settings reads or changes any of it', async () => {
  for (const who of ['customer', 'support'] as const) {
    expect((await world.call(who, 'GET', PATH)).status).toBe(403);
    expect((await world.call(who, 'PUT', PATH, input)).status).toBe(403);
    expect((await world.call(who, 'PUT', VAT, { from: nepalDay(1), percent: 1 })).status).toBe(403);
  }
});
