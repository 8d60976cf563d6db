import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OnlinePaymentRow } from '#schema/onlinePayment.ts';
import type { PaymentReference, StartedPayment } from '#schema/paymentReference.ts';
import { watchOnlinePayments } from '../../../server/jobs/onlinePayments.ts';
import type { Gateway } from '../../../server/services/money/online/gateway.ts';
import { gatewaysOf } from '../../../server/services/money/online/gateways.ts';
import {
  createOnlinePayments,
  type OnlinePayments,
} from '../../../server/services/money/online/onlinePayments.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type EsewaServer, sendForm, startEsewa } from '../../support/esewaServer.ts';
import { type KhaltiServer, startKhalti } from '../../support/khaltiServer.ts';
import { paymentEnvironment } from '../../support/paymentEnvironment.ts';

let esewa: EsewaServer;
let khalti: KhaltiServer;
let world: TestApp;
let gateways: Gateway[];
/** The rules as the server has them, that may ask as often as they like. */
let online: OnlinePayments;
let logged: { details: Record<string, unknown>; message: string }[] = [];
const log = {
  warn: () => {},
  error: (details: object, message: string) => logged.push({ details: { ...details }, message }),
};

beforeAll(async () => {
  [esewa, khalti] = await Promise.all([startEsewa(), startKhalti()]);
  world = await createTestApp({ environment: paymentEnvironment(esewa, khalti) });
  gateways = gatewaysOf(world.deps.config);
  const seller = { name: 'Demo Provider', pan: '600000000', address: 'Kathmandu' };
  online = createOnlinePayments({
    db: world.db,
    gateways: async () => gateways,
    seller: async () => seller,
    deliverMail: world.deps.deliverMail,
    log,
    askEvery: 0,
  });
});
beforeEach(() => {
  logged = [];
});
afterEach(async () => {
  esewa.mode('up');
  khalti.mode('up');
  await sql`UPDATE online_payment SET next_check_at = NULL`.execute(world.db);
});
afterAll(async () => {
  await audit(world.db);
  await Promise.all([world.close(), esewa.close(), khalti.close()]);
});

const AMOUNT = 250_000;
async function begun(
  method: 'esewa' | 'khalti' = 'esewa',
  as: 'customer' | 'other' = 'customer',
): Promise<string> {
  const { data } = (
    await world.call<{ data: StartedPayment }>(as, 'POST', '/v1/credit/payment/credit_payment_initiate/', {
      amount: AMOUNT,
      method,
    })
  ).body;
  if (data.checkout?.fields) expect(await sendForm(data.checkout.url, data.checkout.fields)).toBe(200);
  return data.uuid;
}
const show = async (uuid: string) =>
  (
    await world.call<{ data: PaymentReference }>(
      'customer',
      'GET',
      `/v1/credit/user-payment-reference/${uuid}/`,
    )
  ).body.data;
const balance = async (): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM account WHERE uuid = ${world.accounts.customer}`.execute(world.db);
  return rows[0]!.balance;
};
const credits = async (uuid: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM wallet_entry WHERE payment = ${uuid}`.execute(world.db);
  return rows[0]!.n;
};
const noted = async (uuid: string): Promise<OnlinePaymentRow> =>
  (
    await world.call<{ data: OnlinePaymentRow }>(
      'support',
      'GET',
      `/v1/admin/payment-reference/online/${uuid}/`,
    )
  ).body.data;
/** Makes a payment as old as it says, and due. */
async function age(uuid: string, since: string): Promise<void> {
  await sql`UPDATE payment_reference SET created_at = now() - ${since}::interval,
    decided_at = CASE WHEN decided_at IS NOT NULL THEN now() - ${since}::interval END
    WHERE uuid = ${uuid}`.execute(world.db);
  await due(uuid);
}
const due = (uuid: string) =>
  sql`UPDATE online_payment SET next_check_at = now() WHERE uuid = ${uuid}`.execute(world.db);
/** Seconds until the server looks again; null when it does not. */
const nextCheck = async (uuid: string): Promise<number | null> => {
  const { rows } = await sql<{ seconds: number | null }>`
    SELECT extract(epoch FROM next_check_at - now())::float8 AS seconds FROM online_payment
    WHERE uuid = ${uuid}`.execute(world.db);
  return rows[0]!.seconds;
};
const within = async (uuid: string, least: number, most: number): Promise<boolean> => {
  const seconds = (await nextCheck(uuid)) ?? Number.NaN;
  return seconds >= least && seconds <= most;
};

describe('one credit', () => {
  test('of twenty looks at once, with the minute’s job and a cancelling among them', async () => {
    const before = await balance();
    const uuid = await begun();
    esewa.pay(uuid);
    await due(uuid);
    const calls = esewa.calls();
    const looks = await Promise.all([
      ...Array.from({ length: 20 }, () => online.check(uuid)),
      online.recheck(),
      online.cancel(uuid, world.accounts.customer, null).catch(() => {}),
      online.confirm(uuid, null).catch(() => {}),
    ]);
    expect(esewa.calls() - calls).toBeGreaterThan(1);
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
    for (const uuid of [first, second]) khalti.pay(uuid, `TX-${payer}`);
    await Promise.all([online.check(first), online.check(second)]);
    const [a, b] = [await noted(first), await noted(second)];
    expect([a.note, b.note].sort()).toEqual([null, 'transaction_used'].sort());
    expect((await credits(first)) + (await credits(second))).toBe(1);
    expect(logged).toEqual([
      { message: expect.stringContaining('transaction_used'), details: expect.anything() },
    ]);
  });

  test('of each of several payments at once, with invoice numbers that have no gap', async () => {
    const uuids = await Promise.all(Array.from({ length: 6 }, () => begun('khalti')));
    for (const uuid of uuids) khalti.pay(uuid);
    await Promise.all(uuids.flatMap((uuid) => [online.check(uuid), online.check(uuid)]));
    const { rows } = await sql<{ numbers: number[] }>`
      SELECT array_agg(number ORDER BY number) AS numbers FROM invoice`.execute(world.db);
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
    khalti.pay(uuid);
    khalti.change(uuid, change);
    expect(await online.check(uuid)).toMatchObject({ answer: 'paid', note: 'amount_differs' });
    await online.check(uuid);
    expect([(await show(uuid)).status, await balance()]).toEqual(['pending', before]);
    expect(logged).toHaveLength(1);
    expect(logged[0]!.details).toMatchObject({ payment: uuid, asked: AMOUNT });
    await expect(online.confirm(uuid, null)).rejects.toThrow(/cannot be credited to/);
    await expect(online.cancel(uuid, world.accounts.customer, null)).rejects.toThrow(
      /Our staff have been notified/,
    );
  });

  test('is in the staff’s list with what came, and over when it was given back', async () => {
    const uuid = await begun();
    esewa.pay(uuid, 'REF9');
    esewa.change(uuid, { total: '2499.9' });
    await online.check(uuid);
    const list = await world.call<{ count: number; results: OnlinePaymentRow[] }>(
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
    expect((await world.call('customer', 'GET', '/v1/admin/payment-reference/online/')).status).toBe(403);
    esewa.change(uuid, { status: 'FULL_REFUND' });
    await online.check(uuid);
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
        esewa.change(uuid, { status: 'NOT_FOUND' });
        await online.cancel(uuid, world.accounts.customer, null);
      } else {
        await world.call('admin', 'POST', '/v1/credit/payment/credit_payment_reject/', {
          uuid,
          reason: 'No',
        });
      }
      esewa.pay(uuid, `LATE-${end}`);
      await due(uuid);
      await online.recheck();
      expect([(await show(uuid)).status, await balance()]).toEqual([end, before]);
      expect(await noted(uuid)).toMatchObject({
        note: 'paid_after_end',
        transaction: `LATE-${end}`,
        paid: AMOUNT,
      });
      expect(logged.map(({ message }) => message)).toEqual([expect.stringContaining('paid_after_end')]);
      // The day after is not over: it is looked at again, and reported no second time.
      expect(await nextCheck(uuid)).toBeGreaterThan(0);
      await due(uuid);
      await online.recheck();
      expect(logged).toHaveLength(1);
      expect((await online.check(uuid)).note).toBe('paid_after_end');
    },
  );

  test('is looked for a day long', async () => {
    const uuid = await begun('khalti');
    khalti.change(uuid, { status: 'User canceled' });
    await online.check(uuid);
    await age(uuid, '23 hours');
    await online.recheck();
    expect(await nextCheck(uuid)).toBeGreaterThan(0);
    await age(uuid, '25 hours');
    await online.recheck();
    expect(await nextCheck(uuid)).toBeNull();
  });
});

describe('a decision while the service is asked', () => {
  test('stands: what turns out to be paid is left to the staff', async () => {
    const before = await balance();
    const uuid = await begun();
    esewa.pay(uuid, 'MEANWHILE');
    esewa.mode('hold');
    const asking = online.check(uuid);
    await expect.poll(() => esewa.held()).toBe(1);
    await world.call('admin', 'POST', '/v1/credit/payment/credit_payment_reject/', { uuid, reason: 'No' });
    esewa.mode('up');
    expect(await asking).toMatchObject({ answer: 'paid', note: 'paid_after_end' });
    expect([(await show(uuid)).status, await balance()]).toEqual(['rejected', before]);
    expect(await noted(uuid)).toMatchObject({ transaction: 'MEANWHILE', paid: AMOUNT });
  });
});

describe('the minute’s job', () => {
  test('credits payments whose payer never returned, and checks older payments less often', async () => {
    const before = await balance();
    const paid = await begun();
    const young = await begun('khalti');
    const old = await begun('khalti');
    expect(await within(young, 240, 300)).toBe(true);
    esewa.pay(paid);
    await due(paid);
    await age(young, '1 minute');
    await age(old, '2 hours');
    await online.recheck();
    expect((await balance()) - before).toBe(AMOUNT);
    expect(await nextCheck(paid)).toBeNull();
    expect(await within(young, 30, 60)).toBe(true);
    expect(await within(old, 1700, 1801)).toBe(true);
  });

  test('cancels after an hour what its service does not know, and not before', async () => {
    const uuid = (
      await world.call<{ data: StartedPayment }>(
        'customer',
        'POST',
        '/v1/credit/payment/credit_payment_initiate/',
        { amount: AMOUNT, method: 'esewa' },
      )
    ).body.data.uuid;
    await age(uuid, '59 minutes');
    await online.recheck();
    expect((await show(uuid)).status).toBe('pending');
    await age(uuid, '61 minutes');
    await online.recheck();
    expect(await show(uuid)).toMatchObject({
      status: 'cancelled',
      reason: 'There is no payment at eSewa for this request.',
    });
  });

  test('leaves to the staff what is pending for a week', async () => {
    const uuid = await begun();
    await age(uuid, '6 days 23 hours');
    await online.recheck();
    expect((await noted(uuid)).note).toBeNull();
    expect(await within(uuid, 3500, 3600)).toBe(true);
    await age(uuid, '7 days 1 minute');
    await online.recheck();
    expect([(await noted(uuid)).note, await nextCheck(uuid)]).toEqual(['unsettled', null]);
    expect((await show(uuid)).status).toBe('pending');
  });

  test('checks few payments at a service that is down, and all at the other', async () => {
    const [stuck, paid] = [
      await Promise.all(Array.from({ length: 12 }, () => begun())),
      await begun('khalti'),
    ];
    khalti.pay(paid);
    for (const uuid of [...stuck, paid]) await due(uuid);
    esewa.mode('busy');
    const calls = esewa.calls();
    await online.recheck();
    expect(esewa.calls() - calls).toBe(5);
    expect((await show(paid)).status).toBe('confirmed');
    const statuses = await Promise.all(stuck.map(async (uuid) => (await show(uuid)).status));
    expect(statuses).toEqual(Array(12).fill('pending'));
  });

  test('in two processes asks once about each', async () => {
    const uuids = await Promise.all(Array.from({ length: 10 }, () => begun()));
    for (const uuid of uuids) await due(uuid);
    const calls = esewa.calls();
    await Promise.all([online.recheck(), online.recheck(), online.recheck()]);
    expect(esewa.calls() - calls).toBe(10);
  });

  test('skips payments that another process is checking', async () => {
    const [taken, free] = [await begun(), await begun()];
    await due(taken);
    await due(free);
    const calls = esewa.calls();
    await world.db.transaction().execute(async (other) => {
      await sql`SELECT FROM online_payment WHERE uuid = ${taken} FOR UPDATE`.execute(other);
      await online.recheck();
    });
    expect(esewa.calls() - calls).toBe(1);
    expect([(await noted(taken)).checks, (await noted(free)).checks]).toEqual([0, 1]);
  });

  test('runs when the server does, and stops without waiting for a service', async () => {
    const uuid = await begun();
    esewa.pay(uuid);
    await due(uuid);
    const credited = watchOnlinePayments(online, log);
    await expect.poll(async () => (await show(uuid)).status).toBe('confirmed');
    await credited.stop();

    const waiting = await begun();
    await due(waiting);
    esewa.mode('hold');
    const watch = watchOnlinePayments(online, log);
    await expect.poll(() => esewa.held()).toBe(1);
    await watch.stop();
    expect(await noted(waiting)).toMatchObject({ answer: null, checks: 1 });
    expect(logged).toEqual([]);
  });
});
