import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { OnlinePaymentRow } from '#schema/onlinePayment.ts';
import { AMOUNT, setUpSettling } from './onlineSettlingSetup.ts';

const setup = setUpSettling();
const { begun, show, balance, noted, age, due, nextCheck } = setup;

const credits = async (uuid: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM wallet_entry WHERE payment = ${uuid}`.execute(setup.world.db);
  return rows[0]!.n;
};

describe('one credit', () => {
  test('of twenty looks at once, with the minute’s job and a cancelling among them', async () => {
    const before = await balance();
    const uuid = await begun();
    setup.esewa.pay(uuid);
    await due(uuid);
    const calls = setup.esewa.calls();
    const looks = await Promise.all([
      ...Array.from({ length: 20 }, () => setup.online.check(uuid)),
      setup.online.recheck(),
      setup.online.cancel(uuid, setup.world.accounts.customer, null).catch(() => {}),
      setup.online.confirm(uuid, null).catch(() => {}),
    ]);
    expect(setup.esewa.calls() - calls).toBeGreaterThan(1);
    expect(looks.slice(0, 20).map((look) => (look as { note: unknown }).note)).toEqual(Array(20).fill(null));
    expect([(await show(uuid)).status, await credits(uuid), (await balance()) - before]).toEqual([
      ...['confirmed', 1, AMOUNT],
    ]);
    expect(await nextCheck(uuid)).toBeNull();
  });

  test.each([
    ['the same', 'customer'],
    ['another', 'other'],
  ] as const)('of a transaction that is shown for a second payment, of %s account', async (_, payer) => {
    const [first, second] = [await begun('khalti'), await begun('khalti', payer)];
    for (const uuid of [first, second]) setup.khalti.pay(uuid, `TX-${payer}`);
    await Promise.all([setup.online.check(first), setup.online.check(second)]);
    const [a, b] = [await noted(first), await noted(second)];
    expect([a.note, b.note].sort()).toEqual([null, 'transaction_used'].sort());
    expect((await credits(first)) + (await credits(second))).toBe(1);
    expect(setup.logged).toEqual([
      { message: expect.stringContaining('transaction_used'), details: expect.anything() },
    ]);
  });

  test('of each of several payments at once, with invoice numbers that have no gap', async () => {
    const uuids = await Promise.all(Array.from({ length: 6 }, () => begun('khalti')));
    for (const uuid of uuids) setup.khalti.pay(uuid);
    await Promise.all(uuids.flatMap((uuid) => [setup.online.check(uuid), setup.online.check(uuid)]));
    const { rows } = await sql<{ numbers: number[] }>`
      SELECT array_agg(number ORDER BY number) AS numbers FROM invoice`.execute(setup.world.db);
    expect(rows[0]!.numbers).toEqual(rows[0]!.numbers.map((_, index) => index + 1));
    expect(await Promise.all(uuids.map(credits))).toEqual(Array(6).fill(1));
  });
});

describe('another amount', () => {
  test.each([
    ['a paisa less', { total_amount: AMOUNT - 1 }],
    ['a paisa more', { total_amount: AMOUNT + 1 }],
    ['hundred times as much', { total_amount: AMOUNT * 100 }],
    ['no amount', { total_amount: null as never }],
    ['a part given back', { status: 'Partially Refunded' as const }],
  ])('is never credited: %s', async (_, change) => {
    const before = await balance();
    const uuid = await begun('khalti');
    setup.khalti.pay(uuid);
    setup.khalti.change(uuid, change);
    expect(await setup.online.check(uuid)).toMatchObject({ answer: 'paid', note: 'amount_differs' });
    await setup.online.check(uuid);
    expect([(await show(uuid)).status, await balance()]).toEqual(['pending', before]);
    expect(setup.logged).toHaveLength(1);
    expect(setup.logged[0]!.details).toMatchObject({ payment: uuid, asked: AMOUNT });
    await expect(setup.online.confirm(uuid, null)).rejects.toThrow(/cannot be credited to/);
    await expect(setup.online.cancel(uuid, setup.world.accounts.customer, null)).rejects.toThrow(
      /Our staff have been notified/,
    );
  });

  test('is in the staff’s list with what came, and over when it was given back', async () => {
    const uuid = await begun();
    setup.esewa.pay(uuid, 'REF9');
    setup.esewa.change(uuid, { total: '2499.9' });
    await setup.online.check(uuid);
    const list = await setup.world.call<{ count: number; results: OnlinePaymentRow[] }>(
      'support',
      'GET',
      '/v1/admin/payment-reference/online/?note__in=amount_differs,paid_after_end',
    );
    expect(list.body.results.find((row) => row.uuid === uuid)).toMatchObject({
      amount: AMOUNT,
      paid: 249_990,
      transaction: 'REF9',
      note: 'amount_differs',
    });
    expect((await setup.world.call('customer', 'GET', '/v1/admin/payment-reference/online/')).status).toBe(
      403,
    );
    setup.esewa.change(uuid, { status: 'FULL_REFUND' });
    await setup.online.check(uuid);
    expect(await noted(uuid)).toMatchObject({ note: null, answer: 'failed' });
    expect((await show(uuid)).status).toBe('cancelled');
  });
});

describe('money after the end', () => {
  test.each(['cancelled', 'rejected'] as const)(
    'of a payment that was %s is not credited and not lost',
    async (end) => {
      const before = await balance();
      const uuid = await begun();
      if (end === 'cancelled') {
        setup.esewa.change(uuid, { status: 'NOT_FOUND' });
        await setup.online.cancel(uuid, setup.world.accounts.customer, null);
      } else {
        await setup.world.call('admin', 'POST', '/v1/credit/payment/credit_payment_reject/', {
          uuid,
          reason: 'No',
        });
      }
      setup.esewa.pay(uuid, `LATE-${end}`);
      await due(uuid);
      await setup.online.recheck();
      expect([(await show(uuid)).status, await balance()]).toEqual([end, before]);
      expect(await noted(uuid)).toMatchObject({
        note: 'paid_after_end',
        transaction: `LATE-${end}`,
        paid: AMOUNT,
      });
      expect(setup.logged.map(({ message }) => message)).toEqual([expect.stringContaining('paid_after_end')]);
      // The day after is not over: it is looked at again, and reported no second time.
      expect(await nextCheck(uuid)).toBeGreaterThan(0);
      await due(uuid);
      await setup.online.recheck();
      expect(setup.logged).toHaveLength(1);
      expect((await setup.online.check(uuid)).note).toBe('paid_after_end');
    },
  );

  test('is looked for a day long', async () => {
    const uuid = await begun('khalti');
    setup.khalti.change(uuid, { status: 'User canceled' });
    await setup.online.check(uuid);
    await age(uuid, '23 hours');
    await setup.online.recheck();
    expect(await nextCheck(uuid)).toBeGreaterThan(0);
    await age(uuid, '25 hours');
    await setup.online.recheck();
    expect(await nextCheck(uuid)).toBeNull();
  });
});

describe('a decision while the service is asked', () => {
  test('is kept: a payment that turns out to be paid is left to the staff', async () => {
    const before = await balance();
    const uuid = await begun();
    setup.esewa.pay(uuid, 'MEANWHILE');
    setup.esewa.mode('hold');
    const asking = setup.online.check(uuid);
    await expect.poll(() => setup.esewa.held()).toBe(1);
    await setup.world.call('admin', 'POST', '/v1/credit/payment/credit_payment_reject/', {
      uuid,
      reason: 'No',
    });
    setup.esewa.mode('up');
    expect(await asking).toMatchObject({ answer: 'paid', note: 'paid_after_end' });
    expect([(await show(uuid)).status, await balance()]).toEqual(['rejected', before]);
    expect(await noted(uuid)).toMatchObject({ transaction: 'MEANWHILE', paid: AMOUNT });
  });
});
