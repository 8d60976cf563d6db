import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createEsewa,
  esewaSignature,
  toPaisa,
  toRupees,
} from '../../../server/services/money/online/esewa.ts';
import { GatewayDown } from '../../../server/services/money/online/gateway.ts';
import {
  ESEWA_PRODUCT,
  ESEWA_SECRET,
  type EsewaServer,
  sendForm,
  startEsewa,
} from '../../support/esewaServer.ts';

let esewa: EsewaServer;
beforeAll(async () => {
  esewa = await startEsewa();
});
afterAll(() => esewa.close());

const gateway = (change: object = {}) =>
  createEsewa({
    url: esewa.formUrl,
    statusUrl: esewa.statusUrl,
    product: ESEWA_PRODUCT,
    secret: ESEWA_SECRET,
    returnTo: (uuid) => `https://sms.example/wallet/online/${uuid}`,
    ...change,
  });
let serial = 0;
const aPayment = (amount = 100_000) => {
  const uuid = `01890000-0000-7000-8000-${String(++serial).padStart(12, '0')}`;
  return { uuid, amount, item: 'Wallet top-up', gatewayId: uuid };
};
/** A payment that eSewa has taken the form of. */
async function begun(amount?: number) {
  const payment = aPayment(amount);
  const { url, fields } = await gateway().start(payment);
  expect(await sendForm(url, fields!)).toBe(200);
  return payment;
}

describe('the signature', () => {
  test('is the one that eSewa publishes for a request', () => {
    const fields = { total_amount: '110', transaction_uuid: '241028', product_code: 'EPAYTEST' };
    const names = ['total_amount', 'transaction_uuid', 'product_code'];
    expect(esewaSignature(ESEWA_SECRET, fields, names)).toBe('i94zsd3oXF6ZsSr/kGqT4sSzYQzjj1W/waxjWyRwaME=');
  });

  test('is the one that eSewa publishes for its answer', () => {
    const names =
      'transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names'.split(',');
    const fields = {
      transaction_code: '000AWEO',
      status: 'COMPLETE',
      total_amount: '1000.0',
      transaction_uuid: '250610-162413',
      product_code: 'EPAYTEST',
      signed_field_names: names.join(','),
    };
    expect(esewaSignature(ESEWA_SECRET, fields, names)).toBe('62GcfZTmVkzhtUeh+QJ1AqiJrjoWWGof3U+eTPTZ7fA=');
  });
});

describe('rupees', () => {
  test.each([
    [1_000, '10'],
    [11_000, '110'],
    [12_345, '123.45'],
    [12_340, '123.40'],
    [12_305, '123.05'],
    [1_000_000_000, '10000000'],
    [999_999_999, '9999999.99'],
  ])('%i paisa are %s, and back', (paisa, rupees) => {
    expect(toRupees(paisa)).toBe(rupees);
    expect(toPaisa(rupees)).toBe(paisa);
    expect(toPaisa(Number(rupees))).toBe(paisa);
  });

  test('every amount of a hundred thousand survives the way there and back', () => {
    for (let paisa = 999_900_001; paisa <= 1_000_000_000; paisa += 1) {
      if (toPaisa(JSON.parse(toRupees(paisa))) !== paisa) expect(paisa).toBe('exact');
    }
  });

  test.each([
    [1000.0, 100_000],
    ['1000.0', 100_000],
    ['1,00,000.50', 10_000_050],
    ['0.29', 29],
    [1.15, 115],
  ])('reads %s as eSewa writes it', (written, paisa) => expect(toPaisa(written)).toBe(paisa));

  test.each([
    [-1],
    ['-1'],
    [''],
    ['abc'],
    [1.005],
    ['1e3'],
    [null],
    [undefined],
    [{}],
    [Number.NaN],
    ['1.2.3'],
  ])('finds no amount in %s', (written) => expect(toPaisa(written)).toBeNull());

  test.each([[1.5], [-100], [Number.NaN]])('writes no %s paisa', (paisa) =>
    expect(() => toRupees(paisa)).toThrow(/whole paisa/),
  );
});

describe('a payment', () => {
  test('begins with a form that eSewa takes, which leads back to its own page either way', async () => {
    const payment = aPayment(12_345);
    const { url, fields, id } = await gateway().start(payment);
    expect([url, id]).toEqual([esewa.formUrl, payment.uuid]);
    expect(fields).toMatchObject({
      amount: '123.45',
      total_amount: '123.45',
      tax_amount: '0',
      success_url: `https://sms.example/wallet/online/${payment.uuid}`,
      failure_url: `https://sms.example/wallet/online/${payment.uuid}`,
    });
    expect(await sendForm(url, { ...fields, total_amount: '1', amount: '1' })).toBe(400);
    expect(await sendForm(url, { ...fields, signature: 'x' })).toBe(400);
    expect(await sendForm(url, fields!)).toBe(200);
  });

  test('with another secret is not taken', async () => {
    const { url, fields } = await gateway({ secret: 'another' }).start(aPayment());
    expect(await sendForm(url, fields!)).toBe(400);
  });

  test.each([
    ['PENDING', 'pending', null],
    ['AMBIGUOUS', 'pending', null],
    ['COMPLETE', 'paid', 12_350],
    ['PARTIAL_REFUND', 'paid', null],
    ['FULL_REFUND', 'failed', null],
    ['CANCELED', 'failed', null],
    ['NOT_FOUND', 'not_found', null],
  ] as const)('that eSewa calls %s is %s', async (word, state, amount) => {
    const payment = await begun(12_350);
    esewa.change(payment.uuid, { status: word, ref_id: '0007G36' });
    expect(await gateway().status(payment)).toEqual({
      ...{ state, transaction: '0007G36', amount, word },
      ...(word === 'FULL_REFUND' && { refund: 'full' }),
      ...(word === 'PARTIAL_REFUND' && { refund: 'part' }),
    });
  });

  test('that eSewa never got is not found', async () => {
    expect(await gateway().status(aPayment())).toMatchObject({ state: 'not_found', transaction: null });
  });
});

describe('nothing is known', () => {
  test.each([
    ['an unknown word', { status: 'SUCCESS' as never }],
    ['a word that every object has', { status: 'constructor' as never }],
    ['money without a number', { status: 'COMPLETE' as const, ref_id: null }],
    ['an answer about another payment', { status: 'COMPLETE' as const, ref_id: 'X', claims: 'another' }],
  ])('from %s', async (_, change) => {
    const payment = await begun();
    esewa.change(payment.uuid, change);
    await expect(gateway().status(payment)).rejects.toBeInstanceOf(GatewayDown);
  });

  test('from an answer about another product', async () => {
    await expect(gateway({ product: '"' }).status(aPayment())).resolves.toMatchObject({ state: 'not_found' });
    const answering = gateway({ statusUrl: `${esewa.base}/elsewhere` });
    await expect(answering.status(aPayment())).rejects.toThrow(/HTTP 404, no status/);
  });

  test.each(['down', 'busy', 'hold'] as const)('from a service that is %s', async (mode) => {
    const payment = await begun();
    esewa.mode(mode);
    await expect(gateway({ timeout: 100 }).status(payment)).rejects.toBeInstanceOf(GatewayDown);
    esewa.mode('up');
    await expect(gateway().status(payment)).resolves.toMatchObject({ state: 'pending' });
  });
});
