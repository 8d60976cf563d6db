import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { CheckedPayment } from '#schema/onlinePayment.ts';
import type { PaymentReference, StartedPayment } from '#schema/paymentReference.ts';
import { readConfig } from '../../../server/config.ts';
import { formOrigins, gatewaysOf } from '../../../server/services/money/online/gateways.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type EsewaServer, sendForm, startEsewa } from '../../support/esewaServer.ts';
import { type KhaltiServer, startKhalti } from '../../support/khaltiServer.ts';
import { paymentEnvironment } from '../../support/paymentEnvironment.ts';

type Started = { data: StartedPayment } & Failure;
type Checked = { data: CheckedPayment } & Failure;
type Plain = { data: PaymentReference } & Failure;

let esewa: EsewaServer;
let khalti: KhaltiServer;
let world: TestApp;
beforeAll(async () => {
  [esewa, khalti] = await Promise.all([startEsewa(), startKhalti()]);
  world = await createTestApp({ environment: paymentEnvironment(esewa, khalti) });
});
afterEach(() => {
  esewa.mode('up');
  khalti.mode('up');
});
afterAll(async () => {
  await audit(world.db);
  await Promise.all([world.close(), esewa.close(), khalti.close()]);
});

const initiate = '/v1/credit/payment/credit_payment_initiate/';
const AMOUNT = 123_450;
const topUp = (body: object = {}, as: User = 'customer') =>
  world.call<Started>(as, 'POST', initiate, { amount: AMOUNT, method: 'esewa', ...body });
const check = (uuid: string, as: User | null = 'customer') =>
  world.call<Checked>(as, 'POST', `/v1/credit/payment/online/${uuid}/check/`);
const cancel = (uuid: string) =>
  world.call<Plain>('customer', 'POST', `/v1/credit/user-payment-reference/${uuid}/cancel_request/`);
const show = async (uuid: string) =>
  (await world.call<Plain>('customer', 'GET', `/v1/credit/user-payment-reference/${uuid}/`)).body.data;
const balance = async () =>
  (await world.call<{ data: { wallet: { balance: number } } }>('customer', 'GET', '/v1/autho/user/profile/'))
    .body.data.wallet.balance;
/** Takes back that the payment was asked about just now. */
const later = (uuid: string) =>
  sql`UPDATE online_payment SET checked_at = checked_at - interval '1 minute' WHERE uuid = ${uuid}`.execute(
    world.db,
  );

/** A payment whose form eSewa has. */
async function atEsewa(body: object = {}): Promise<string> {
  const { data } = (await topUp(body)).body;
  expect(await sendForm(data.checkout!.url, data.checkout!.fields!)).toBe(200);
  return data.uuid;
}
async function atKhalti(body: object = {}): Promise<string> {
  return (await topUp({ method: 'khalti', ...body })).body.data.uuid;
}

describe('the configuration', () => {
  const esewaOnly = { PUBLIC_URL: 'https://sms.example', ESEWA_PRODUCT_CODE: 'NP-ES-1', ESEWA_SECRET: 's' };
  const checkoutOf = async (env: Record<string, string>) => {
    const [gateway] = gatewaysOf(readConfig(env));
    return gateway?.start({ uuid: randomUUID(), amount: 1000, item: 'x', gatewayId: null });
  };

  test.each([
    [{ ...esewaOnly, ESEWA_SECRET: '' }, 'ESEWA_SECRET'],
    [{ PUBLIC_URL: 'https://sms.example', ESEWA_PRODUCT_CODE: 'NP-ES-1' }, 'need each other'],
    [{ ESEWA_PRODUCT_CODE: 'NP-ES-1', ESEWA_SECRET: 's' }, 'PUBLIC_URL'],
    [{ KHALTI_SECRET: 'k' }, 'PUBLIC_URL'],
    [{ ...esewaOnly, ESEWA_URL: 'javascript:alert(1)' }, 'ESEWA_URL'],
  ])('%j is not usable', (env, why) => expect(() => readConfig(env as never)).toThrow(why));

  test('goes to eSewa itself, and to its test host with its test merchant', async () => {
    expect((await checkoutOf(esewaOnly))?.url).toBe('https://epay.esewa.com.np/api/epay/main/v2/form');
    expect((await checkoutOf({ ...esewaOnly, ESEWA_PRODUCT_CODE: 'EPAYTEST' }))?.url).toBe(
      'https://rc-epay.esewa.com.np/api/epay/main/v2/form',
    );
    expect(await formOrigins(world.db, readConfig(esewaOnly))).toEqual(['https://epay.esewa.com.np']);
  });

  test('without a service offers none and lets no page send a form away', async () => {
    expect(gatewaysOf(readConfig({}))).toEqual([]);
    const khaltiOnly = readConfig({ PUBLIC_URL: 'https://sms.example', KHALTI_SECRET: 'k' });
    expect(await formOrigins(world.db, khaltiOnly)).toEqual([]);
  });
});

describe('starting', () => {
  test('offers what is configured, and lets the pages send a form to eSewa and nowhere else', async () => {
    const { body, headers } = await world.call('customer', 'GET', '/v1/credit/payment/methods/');
    expect(body).toMatchObject({ data: { methods: ['bank', 'cash', 'cheque', 'esewa', 'khalti'] } });
    expect(headers['content-security-policy']).toContain(`form-action 'self' ${esewa.base};`);
  });

  test('answers eSewa’s form, which eSewa takes, and leaves the wallet alone', async () => {
    const before = await balance();
    const { status, body } = await topUp({ reference: 'made up' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: 'pending', method: 'esewa', reference: null });
    expect(body.data.checkout).toMatchObject({ url: esewa.formUrl, fields: { total_amount: '1234.50' } });
    expect(await sendForm(body.data.checkout!.url, body.data.checkout!.fields!)).toBe(200);
    expect(await balance()).toBe(before);
  });

  test('answers Khalti’s page, and the same one again for the same key', async () => {
    const key = randomUUID();
    const send = () =>
      world.app.inject({
        method: 'POST',
        url: initiate,
        payload: { amount: AMOUNT, method: 'khalti' },
        headers: { authorization: `Token ${world.tokens.customer}`, 'idempotency-key': key },
      });
    const first = (await send()).json<Started>().data;
    const pidx = khalti.pidxOf(first.uuid);
    expect(pidx).toHaveLength(1);
    expect(first.checkout).toEqual({ url: `${khalti.base}/?pidx=${pidx[0]}`, fields: null });
    expect((await send()).json<Started>().data.checkout).toEqual(first.checkout);
    expect(khalti.pidxOf(first.uuid)).toHaveLength(1);
  });

  test('while Khalti is down says so; the same key begins the same payment when it is back', async () => {
    khalti.mode('down');
    const key = randomUUID();
    const send = () =>
      world.app.inject({
        method: 'POST',
        url: initiate,
        payload: { amount: AMOUNT, method: 'khalti' },
        headers: { authorization: `Token ${world.tokens.customer}`, 'idempotency-key': key },
      });
    const refused = await send();
    expect([refused.statusCode, refused.json<Failure>()]).toMatchObject([
      503,
      { code: 'unavailable', detail: expect.stringContaining('Nothing was charged') },
    ]);
    khalti.mode('up');
    const answers = await Promise.all([send(), send(), send()]);
    const begun = answers.map((answer) => answer.json<Started>().data);
    expect(new Set(begun.map(({ uuid, checkout }) => `${uuid} ${checkout?.url}`)).size).toBe(1);
  });

  test('what Khalti does not take is cancelled, with its reason', async () => {
    const { status, body } = await topUp({ method: 'khalti', amount: 900_000_000 });
    expect([status, body.errors?.method?.[0]]).toEqual([
      400,
      'Khalti did not accept this payment: Amount is more than the limit of this merchant. Nothing was charged. Choose another way to pay.',
    ]);
    const { rows } = await sql<{ status: string; reason: string }>`
      SELECT status, reason FROM payment_reference WHERE amount = 900000000`.execute(world.db);
    expect(rows).toEqual([
      { status: 'cancelled', reason: expect.stringContaining('limit of this merchant') },
    ]);
  });
});

describe('asking the service', () => {
  test.each(['esewa', 'khalti'] as const)(
    'credits what %s says was paid, exactly and once',
    async (method) => {
      const before = await balance();
      const [uuid, service] = method === 'esewa' ? [await atEsewa(), esewa] : [await atKhalti(), khalti];
      expect((await check(uuid)).body.data).toMatchObject({ answer: 'pending', status: 'pending' });
      service.pay(uuid, `${method}-1`);
      await later(uuid);
      const { body } = await check(uuid);
      expect(body.data).toMatchObject({
        answer: 'paid',
        status: 'confirmed',
        reference: `${method}-1`,
        note: null,
        checkout: null,
        invoice: expect.any(String),
      });
      expect(await balance()).toBe(before + AMOUNT);
      await later(uuid);
      const calls = service.calls();
      expect((await check(uuid)).body.data).toMatchObject({ answer: 'paid', status: 'confirmed' });
      expect(service.calls()).toBe(calls);
      expect(await balance()).toBe(before + AMOUNT);
    },
  );

  test('believes no redirect: without the service’s word nothing is credited', async () => {
    const before = await balance();
    const uuid = await atEsewa();
    const forged = Buffer.from(JSON.stringify({ status: 'COMPLETE', transaction_uuid: uuid })).toString(
      'base64',
    );
    const url = `/v1/credit/payment/online/${uuid}/check/?data=${forged}&status=Completed`;
    const { body } = await world.call<Checked>('customer', 'POST', url, { status: 'COMPLETE' });
    expect(body.data).toMatchObject({ answer: 'pending', status: 'pending' });
    expect(await balance()).toBe(before);
  });

  test('happens once a moment, however many ask', async () => {
    const uuid = await atEsewa();
    const calls = esewa.calls();
    const answers = await Promise.all(Array.from({ length: 8 }, () => check(uuid)));
    expect(esewa.calls() - calls).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await check(uuid)).body.data.answer).toBe('pending');
    expect(esewa.calls() - calls).toBe(1);
  });

  test('offers Khalti’s page again while it is open', async () => {
    const uuid = await atKhalti();
    const { data } = (await check(uuid)).body;
    expect(data.checkout).toEqual({ url: expect.stringContaining(khalti.pidxOf(uuid)[0]!), fields: null });
  });

  test.each(['down', 'busy'] as const)('of a service that is %s changes nothing', async (mode) => {
    const uuid = await atEsewa();
    esewa.pay(uuid);
    esewa.mode(mode);
    expect((await check(uuid)).body.data).toMatchObject({ answer: 'unavailable', status: 'pending' });
    esewa.mode('up');
    await later(uuid);
    expect((await check(uuid)).body.data.status).toBe('confirmed');
  });

  test('waits without a transaction', async () => {
    const uuid = await atEsewa();
    esewa.mode('hold');
    const asking = check(uuid);
    await expect.poll(() => esewa.held()).toBe(1);
    const { rows } = await sql<{ open: number }>`
      SELECT count(*) AS open FROM pg_stat_activity WHERE datname = current_database()
        AND pid <> pg_backend_pid() AND xact_start IS NOT NULL AND backend_type = 'client backend'`.execute(
      world.db,
    );
    expect(rows).toEqual([{ open: 0 }]);
    esewa.mode('up');
    expect((await asking).body.data.answer).toBe('pending');
  });

  test.each([
    ['CANCELED', 'The payment was cancelled at eSewa.'],
    ['FULL_REFUND', 'The payment was refunded by eSewa.'],
  ] as const)('ends what eSewa calls %s', async (status, reason) => {
    const uuid = await atEsewa();
    esewa.change(uuid, { status });
    expect((await check(uuid)).body.data).toMatchObject({ answer: 'failed', status: 'cancelled', reason });
  });

  test('ends what Khalti calls expired', async () => {
    const uuid = await atKhalti();
    khalti.change(uuid, { status: 'Expired' });
    expect((await check(uuid)).body.data).toMatchObject({
      status: 'cancelled',
      reason: 'The payment page of Khalti has expired.',
      checkout: null,
    });
  });

  test('is the account’s own', async () => {
    const uuid = await atEsewa();
    const calls = esewa.calls();
    const statuses = await Promise.all(
      (['other', 'admin', 'support', null] as const).map(async (as) => (await check(uuid, as)).status),
    );
    expect(statuses).toEqual([404, 404, 404, 401]);
    expect((await check(randomUUID())).status).toBe(404);
    expect(esewa.calls()).toBe(calls);
  });

  test('is for online payments', async () => {
    const { uuid } = (await topUp({ method: 'cash' })).body.data;
    expect((await check(uuid)).status).toBe(404);
  });
});

describe('a package', () => {
  test('bought by Khalti is there when Khalti says that it is paid, once', async () => {
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO sms_package (name, parts, price, validity_days) VALUES ('Dashain', 500, 60000, 30)
      RETURNING uuid`.execute(world.db);
    const before = await balance();
    const { data } = (
      await world.call<Started>('customer', 'POST', '/v1/credit/user-payment-reference/smspackages/', {
        package: rows[0]!.uuid,
        price: 60_000,
        method: 'khalti',
      })
    ).body;
    expect(khalti.payment(data.uuid).order).toMatchObject({ amount: 60_000, purchase_order_name: 'Dashain' });
    const held = async () =>
      (await sql`SELECT remaining FROM account_package WHERE payment = ${data.uuid}`.execute(world.db)).rows;
    expect(await held()).toEqual([]);
    khalti.pay(data.uuid);
    await check(data.uuid);
    await later(data.uuid);
    await check(data.uuid);
    expect(await held()).toEqual([{ remaining: 500 }]);
    expect(await balance()).toBe(before);
  });
});

describe('cancelling', () => {
  test('one that may still be paid is refused with the words', async () => {
    const uuid = await atEsewa();
    const { status, body } = await cancel(uuid);
    expect([status, body.detail]).toEqual([
      409,
      expect.stringContaining('still open at eSewa and can be paid'),
    ]);
    expect((await show(uuid)).status).toBe('pending');
  });

  test('one that is paid confirms it instead', async () => {
    const before = await balance();
    const uuid = await atKhalti();
    khalti.pay(uuid);
    expect((await cancel(uuid)).body.data.status).toBe('confirmed');
    expect(await balance()).toBe(before + AMOUNT);
  });

  test('one of which nobody can know is refused', async () => {
    const uuid = await atEsewa();
    esewa.mode('down');
    const { status, body } = await cancel(uuid);
    expect([status, body.detail]).toEqual([409, expect.stringContaining('we could not confirm')]);
    expect((await show(uuid)).status).toBe('pending');
  });

  test.each([
    [
      'that eSewa has ended',
      async () => {
        const uuid = await atEsewa();
        esewa.change(uuid, { status: 'NOT_FOUND' });
        return uuid;
      },
    ],
    ['that never came to eSewa', async () => (await topUp()).body.data.uuid],
    [
      'that the customer cancelled at Khalti',
      async () => {
        const uuid = await atKhalti();
        khalti.change(uuid, { status: 'User canceled' });
        return uuid;
      },
    ],
  ])('one %s is done, once', async (_, begin) => {
    const uuid = await begin();
    const { status, body } = await cancel(uuid);
    expect([status, body.data.status]).toEqual([200, 'cancelled']);
    expect((await cancel(uuid)).status).toBe(409);
  });
});

describe('staff', () => {
  const confirm = (uuid: string) =>
    world.call<Plain>('admin', 'POST', '/v1/credit/payment/credit_payment_confirm/', { uuid });

  test('cannot confirm what the service does not say is paid', async () => {
    const uuid = await atEsewa();
    expect((await confirm(uuid)).body.detail).toContain('has not confirmed this payment');
    esewa.mode('down');
    expect((await confirm(uuid)).body.detail).toContain('is not responding');
    esewa.mode('up');
    expect((await show(uuid)).status).toBe('pending');
    const before = await balance();
    esewa.pay(uuid);
    const { body } = await confirm(uuid);
    expect(body.data.status).toBe('confirmed');
    expect(await balance()).toBe(before + AMOUNT);
    expect((await confirm(uuid)).status).toBe(409);
  });
});
