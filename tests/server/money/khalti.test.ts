import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GatewayDown, GatewayRefused } from '../../../server/services/money/online/gateway.ts';
import { createKhalti } from '../../../server/services/money/online/khalti.ts';
import { KHALTI_SECRET, type KhaltiServer, startKhalti } from '../../support/khaltiServer.ts';

let khalti: KhaltiServer;
beforeAll(async () => {
  khalti = await startKhalti();
});
afterAll(() => khalti.close());

const gateway = (change: object = {}) =>
  createKhalti({
    url: khalti.apiUrl,
    secret: KHALTI_SECRET,
    website: 'https://sms.example',
    returnTo: (uuid) => `https://sms.example/wallet/online/${uuid}`,
    ...change,
  });
let serial = 0;
const aPayment = (amount = 100_000) => ({
  uuid: `01890000-0000-7000-8000-${String(++serial).padStart(12, '0')}`,
  amount,
  item: 'Wallet top-up',
  gatewayId: null as string | null,
});
/** A payment that Khalti knows. */
async function begun(amount?: number) {
  const payment = aPayment(amount);
  return { ...payment, gatewayId: (await gateway().start(payment)).id };
}

describe('a payment', () => {
  test('is made known with its amount in paisa and nothing about the customer, and has a page', async () => {
    const payment = aPayment(12_345);
    const started = await gateway().start(payment);
    expect(started).toEqual({
      url: `${khalti.base}/?pidx=${started.id}`,
      fields: null,
      id: khalti.pidxOf(payment.uuid)[0],
    });
    expect(khalti.payment(payment.uuid).order).toEqual({
      return_url: `https://sms.example/wallet/online/${payment.uuid}`,
      website_url: 'https://sms.example',
      amount: 12_345,
      purchase_order_id: payment.uuid,
      purchase_order_name: 'Wallet top-up',
    });
  });

  test.each([
    ['Initiated', 'pending', null],
    ['Pending', 'pending', null],
    ['Completed', 'paid', 50_000],
    ['Partially Refunded', 'paid', null],
    ['Refunded', 'failed', null],
    ['Expired', 'failed', null],
    ['User canceled', 'failed', null],
  ] as const)('that Khalti calls %s is %s', async (word, state, amount) => {
    const payment = await begun(50_000);
    khalti.change(payment.uuid, { status: word, transaction_id: 'GFq9PFS7b2iYvL8Lir9oXe' });
    expect(await gateway().status(payment)).toEqual({
      state,
      transaction: 'GFq9PFS7b2iYvL8Lir9oXe',
      amount,
      word,
      ...(word === 'Refunded' && { refund: 'full' }),
      ...(word === 'Partially Refunded' && { refund: 'part' }),
    });
  });

  test('that is completed and refunded is paid by no amount', async () => {
    const payment = await begun();
    khalti.change(payment.uuid, { status: 'Completed', transaction_id: 'X', refunded: true });
    expect(await gateway().status(payment)).toMatchObject({ state: 'paid', amount: null });
  });

  test('with a pidx that Khalti does not know is not found', async () => {
    const unknown = { ...aPayment(), gatewayId: 'HT6o6PEZRWFJ5ygavzHWd5' };
    expect(await gateway().status(unknown)).toMatchObject({ state: 'not_found', transaction: null });
  });

  test('that Khalti does not take is refused with its words', async () => {
    const refused = gateway().start(aPayment(999));
    await expect(refused).rejects.toBeInstanceOf(GatewayRefused);
    await expect(refused).rejects.toThrow('Amount should be greater than Rs. 10, that is 1000 paisa.');
  });
});

describe('nothing is known', () => {
  test('with a wrong key, of starting and of looking up', async () => {
    const wrong = gateway({ secret: 'live_secret_key_of_another' });
    await expect(wrong.start(aPayment())).rejects.toBeInstanceOf(GatewayDown);
    await expect(wrong.status(await begun())).rejects.toThrow(/secret key is not taken/);
  });

  test.each([
    ['an unknown word', { status: 'Successful' as never }],
    ['money without a number', { status: 'Completed' as const, transaction_id: null }],
    ['an answer about another payment', { status: 'Completed' as const, transaction_id: 'X', claims: 'Y' }],
  ])('from %s', async (_, change) => {
    const payment = await begun();
    khalti.change(payment.uuid, change);
    await expect(gateway().status(payment)).rejects.toBeInstanceOf(GatewayDown);
  });

  test.each(['down', 'busy', 'hold'] as const)('from a service that is %s', async (mode) => {
    const payment = await begun();
    khalti.mode(mode);
    const slow = gateway({ timeout: 100 });
    await expect(slow.status(payment)).rejects.toBeInstanceOf(GatewayDown);
    await expect(slow.start(aPayment())).rejects.toBeInstanceOf(GatewayDown);
    khalti.mode('up');
    await expect(gateway().status(payment)).resolves.toMatchObject({ state: 'pending' });
  });

  test.each([408, 425, 429])('from a service that wants to be asked later (%i)', async (status) => {
    khalti.mode('hold');
    const started = gateway().start(aPayment());
    const refused = expect(started).rejects.toBeInstanceOf(GatewayDown);
    await expect.poll(() => khalti.held()).toBe(1);
    khalti.answerOne(status);
    await refused;
    khalti.mode('up');
  });
});
