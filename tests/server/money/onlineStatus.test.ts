import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { AMOUNT, type Checked, setUpOnlinePayments } from './onlinePaymentsSetup.ts';

const setup = setUpOnlinePayments();
const { topUp, check, balance, later, atEsewa, atKhalti } = setup;

describe('asking the service', () => {
  test.each(['esewa', 'khalti'] as const)(
    'credits what %s says was paid, exactly and once',
    async (method) => {
      const before = await balance();
      const [uuid, service] =
        method === 'esewa' ? [await atEsewa(), setup.esewa] : [await atKhalti(), setup.khalti];
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
    const { body } = await setup.world.call<Checked>('customer', 'POST', url, { status: 'COMPLETE' });
    expect(body.data).toMatchObject({ answer: 'pending', status: 'pending' });
    expect(await balance()).toBe(before);
  });

  test('happens once a moment, however many ask', async () => {
    const uuid = await atEsewa();
    const calls = setup.esewa.calls();
    const answers = await Promise.all(Array.from({ length: 8 }, () => check(uuid)));
    expect(setup.esewa.calls() - calls).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await check(uuid)).body.data.answer).toBe('pending');
    expect(setup.esewa.calls() - calls).toBe(1);
  });

  test('offers Khalti’s page again while it is open', async () => {
    const uuid = await atKhalti();
    const { data } = (await check(uuid)).body;
    expect(data.checkout).toEqual({
      url: expect.stringContaining(setup.khalti.pidxOf(uuid)[0]!),
      fields: null,
    });
  });

  test.each(['down', 'busy'] as const)('of a service that is %s changes nothing', async (mode) => {
    const uuid = await atEsewa();
    setup.esewa.pay(uuid);
    setup.esewa.mode(mode);
    expect((await check(uuid)).body.data).toMatchObject({ answer: 'unavailable', status: 'pending' });
    setup.esewa.mode('up');
    await later(uuid);
    expect((await check(uuid)).body.data.status).toBe('confirmed');
  });

  test('waits without a transaction', async () => {
    const uuid = await atEsewa();
    setup.esewa.mode('hold');
    const asking = check(uuid);
    await expect.poll(() => setup.esewa.held()).toBe(1);
    const { rows } = await sql<{ open: number }>`
      SELECT count(*) AS open FROM pg_stat_activity WHERE datname = current_database()
        AND pid <> pg_backend_pid() AND xact_start IS NOT NULL AND backend_type = 'client backend'`.execute(
      setup.world.db,
    );
    expect(rows).toEqual([{ open: 0 }]);
    setup.esewa.mode('up');
    expect((await asking).body.data.answer).toBe('pending');
  });

  test.each([
    ['CANCELED', 'The payment was cancelled at eSewa.'],
    ['FULL_REFUND', 'The payment was refunded by eSewa.'],
  ] as const)('ends what eSewa calls %s', async (status, reason) => {
    const uuid = await atEsewa();
    setup.esewa.change(uuid, { status });
    expect((await check(uuid)).body.data).toMatchObject({ answer: 'failed', status: 'cancelled', reason });
  });

  test('ends what Khalti calls expired', async () => {
    const uuid = await atKhalti();
    setup.khalti.change(uuid, { status: 'Expired' });
    expect((await check(uuid)).body.data).toMatchObject({
      status: 'cancelled',
      reason: 'The payment page of Khalti has expired.',
      checkout: null,
    });
  });

  test('is the account’s own', async () => {
    const uuid = await atEsewa();
    const calls = setup.esewa.calls();
    const statuses = await Promise.all(
      (['other', 'admin', 'support', null] as const).map(async (as) => (await check(uuid, as)).status),
    );
    expect(statuses).toEqual([404, 404, 404, 401]);
    expect((await check(randomUUID())).status).toBe(404);
    expect(setup.esewa.calls()).toBe(calls);
  });

  test('is for online payments', async () => {
    const { uuid } = (await topUp({ method: 'cash' })).body.data;
    expect((await check(uuid)).status).toBe(404);
  });
});
