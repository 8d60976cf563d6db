import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { readConfig } from '../../../server/config.ts';
import { formOrigins, gatewaysOf } from '../../../server/services/money/online/gateways.ts';
import { sendForm } from '../../support/esewaServer.ts';
import { AMOUNT, initiate, type Started, setUpOnlinePayments } from './onlinePaymentsSetup.ts';

const setup = setUpOnlinePayments();
const { topUp, check, balance, later, atEsewa, atKhalti } = setup;

type Plain = { data: PaymentReference } & Failure;

const cancel = (uuid: string) =>
  setup.world.call<Plain>('customer', 'POST', `/v1/credit/user-payment-reference/${uuid}/cancel_request/`);
const show = async (uuid: string) =>
  (await setup.world.call<Plain>('customer', 'GET', `/v1/credit/user-payment-reference/${uuid}/`)).body.data;

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
    expect(await formOrigins(setup.world.db, readConfig(esewaOnly))).toEqual(['https://epay.esewa.com.np']);
  });

  test('without a service offers none and lets no page send a form away', async () => {
    expect(gatewaysOf(readConfig({}))).toEqual([]);
    const khaltiOnly = readConfig({ PUBLIC_URL: 'https://sms.example', KHALTI_SECRET: 'k' });
    expect(await formOrigins(setup.world.db, khaltiOnly)).toEqual([]);
  });
});

describe('starting', () => {
  test('offers what is configured, and lets the pages send a form to eSewa and nowhere else', async () => {
    const { body, headers } = await setup.world.call('customer', 'GET', '/v1/credit/payment/methods/');
    expect(body).toMatchObject({ data: { methods: ['bank', 'cash', 'cheque', 'esewa', 'khalti'] } });
    expect(headers['content-security-policy']).toContain(`form-action 'self' ${setup.esewa.base};`);
  });

  test('answers eSewa’s form, which eSewa takes, and leaves the wallet alone', async () => {
    const before = await balance();
    const { status, body } = await topUp({ reference: 'made up' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: 'pending', method: 'esewa', reference: null });
    expect(body.data.checkout).toMatchObject({
      url: setup.esewa.formUrl,
      fields: { total_amount: '1234.50' },
    });
    expect(await sendForm(body.data.checkout!.url, body.data.checkout!.fields!)).toBe(200);
    expect(await balance()).toBe(before);
  });

  test('answers Khalti’s page, and the same one again for the same key', async () => {
    const key = randomUUID();
    const send = () =>
      setup.world.app.inject({
        method: 'POST',
        url: initiate,
        payload: { amount: AMOUNT, method: 'khalti' },
        headers: { authorization: `Token ${setup.world.tokens.customer}`, 'idempotency-key': key },
      });
    const first = (await send()).json<Started>().data;
    const pidx = setup.khalti.pidxOf(first.uuid);
    expect(pidx).toHaveLength(1);
    expect(first.checkout).toEqual({ url: `${setup.khalti.base}/?pidx=${pidx[0]}`, fields: null });
    expect((await send()).json<Started>().data.checkout).toEqual(first.checkout);
    expect(setup.khalti.pidxOf(first.uuid)).toHaveLength(1);
  });

  test('while Khalti is down says so; the same key begins the same payment when it is back', async () => {
    setup.khalti.mode('down');
    const key = randomUUID();
    const send = () =>
      setup.world.app.inject({
        method: 'POST',
        url: initiate,
        payload: { amount: AMOUNT, method: 'khalti' },
        headers: { authorization: `Token ${setup.world.tokens.customer}`, 'idempotency-key': key },
      });
    const refused = await send();
    expect([refused.statusCode, refused.json<Failure>()]).toMatchObject([
      503,
      { code: 'unavailable', detail: expect.stringContaining('Nothing was charged') },
    ]);
    setup.khalti.mode('up');
    const answers = await Promise.all([send(), send(), send()]);
    const begun = answers.map((answer) => answer.json<Started>().data);
    expect(new Set(begun.map(({ uuid, checkout }) => `${uuid} ${checkout?.url}`)).size).toBe(1);
  });

  test.each([400, 429])(
    'twice at once leads to one page, though Khalti answers the second with %i',
    async (status) => {
      const key = randomUUID();
      const send = async () =>
        setup.world.app.inject({
          method: 'POST',
          url: initiate,
          payload: { amount: AMOUNT, method: 'khalti' },
          headers: { authorization: `Token ${setup.world.tokens.customer}`, 'idempotency-key': key },
        });
      setup.khalti.mode('hold');
      const first = send();
      await expect.poll(() => setup.khalti.held()).toBe(1);
      const second = send();
      await expect.poll(() => setup.khalti.held()).toBe(2);
      setup.khalti.answerOne();
      const begun = (await first).json<Started>().data;
      expect(begun.checkout?.url).toContain(setup.khalti.pidxOf(begun.uuid)[0]);
      setup.khalti.answerOne(status);
      expect((await second).json<Started>().data).toMatchObject({
        ...{ uuid: begun.uuid, status: 'pending', checkout: begun.checkout },
      });
    },
  );

  test('what Khalti does not take is cancelled, with its reason', async () => {
    const { status, body } = await topUp({ method: 'khalti', amount: 900_000_000 });
    expect([status, body.errors?.method?.[0]]).toEqual([
      400,
      'Khalti did not accept this payment: Amount is more than the limit of this merchant. Nothing was charged. Choose another way to pay.',
    ]);
    const { rows } = await sql<{ status: string; reason: string }>`
      SELECT status, reason FROM payment_reference WHERE amount = 900000000`.execute(setup.world.db);
    expect(rows).toEqual([
      { status: 'cancelled', reason: expect.stringContaining('limit of this merchant') },
    ]);
  });
});

describe('a package', () => {
  test('bought by Khalti is there when Khalti says that it is paid, once', async () => {
    const { rows } = await sql<{ uuid: string }>`
      INSERT INTO sms_package (name, parts, price, validity_days) VALUES ('Dashain', 500, 60000, 30)
      RETURNING uuid`.execute(setup.world.db);
    const before = await balance();
    const { data } = (
      await setup.world.call<Started>('customer', 'POST', '/v1/credit/user-payment-reference/smspackages/', {
        package: rows[0]!.uuid,
        price: 60_000,
        method: 'khalti',
      })
    ).body;
    expect(setup.khalti.payment(data.uuid).order).toMatchObject({
      amount: 60_000,
      purchase_order_name: 'Dashain',
    });
    const held = async () =>
      (await sql`SELECT remaining FROM account_package WHERE payment = ${data.uuid}`.execute(setup.world.db))
        .rows;
    expect(await held()).toEqual([]);
    setup.khalti.pay(data.uuid);
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
    setup.khalti.pay(uuid);
    expect((await cancel(uuid)).body.data.status).toBe('confirmed');
    expect(await balance()).toBe(before + AMOUNT);
  });

  test('one of which nobody can know is refused', async () => {
    const uuid = await atEsewa();
    setup.esewa.mode('down');
    const { status, body } = await cancel(uuid);
    expect([status, body.detail]).toEqual([409, expect.stringContaining('we could not confirm')]);
    expect((await show(uuid)).status).toBe('pending');
  });

  test.each([
    [
      'that eSewa has ended',
      async () => {
        const uuid = await atEsewa();
        setup.esewa.change(uuid, { status: 'NOT_FOUND' });
        return uuid;
      },
    ],
    ['that never came to eSewa', async () => (await topUp()).body.data.uuid],
    [
      'that the customer cancelled at Khalti',
      async () => {
        const uuid = await atKhalti();
        setup.khalti.change(uuid, { status: 'User canceled' });
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
    setup.world.call<Plain>('admin', 'POST', '/v1/credit/payment/credit_payment_confirm/', { uuid });

  test('cannot confirm what the service does not say is paid', async () => {
    const uuid = await atEsewa();
    expect((await confirm(uuid)).body.detail).toContain('has not confirmed this payment');
    setup.esewa.mode('down');
    expect((await confirm(uuid)).body.detail).toContain('is not responding');
    setup.esewa.mode('up');
    expect((await show(uuid)).status).toBe('pending');
    const before = await balance();
    setup.esewa.pay(uuid);
    const { body } = await confirm(uuid);
    expect(body.data.status).toBe('confirmed');
    expect(await balance()).toBe(before + AMOUNT);
    expect((await confirm(uuid)).status).toBe(409);
  });
});
