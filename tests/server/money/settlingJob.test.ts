import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { StartedPayment } from '#schema/paymentReference.ts';
import { watchOnlinePayments } from '../../../server/jobs/onlinePayments.ts';
import { AMOUNT, setUpSettling } from './onlineSettlingSetup.ts';

const setup = setUpSettling();
const { log, begun, show, balance, noted, age, due, nextCheck } = setup;

const within = async (uuid: string, least: number, most: number): Promise<boolean> => {
  const seconds = (await nextCheck(uuid)) ?? Number.NaN;
  return seconds >= least && seconds <= most;
};

describe('the minute’s job', () => {
  test('credits payments whose payer never returned, and checks older payments less often', async () => {
    const before = await balance();
    const paid = await begun();
    const young = await begun('khalti');
    const old = await begun('khalti');
    expect(await within(young, 240, 300)).toBe(true);
    setup.esewa.pay(paid);
    await due(paid);
    await age(young, '1 minute');
    await age(old, '2 hours');
    await setup.online.recheck();
    expect((await balance()) - before).toBe(AMOUNT);
    expect(await nextCheck(paid)).toBeNull();
    expect(await within(young, 30, 60)).toBe(true);
    expect(await within(old, 1700, 1801)).toBe(true);
  });

  test('and a payer’s return ask though a clock that was ahead has left times far away', async () => {
    const [looked, waiting] = [await begun(), await begun('khalti')];
    setup.esewa.pay(looked);
    setup.khalti.pay(waiting);
    const far = sql`now() + interval '9 days'`;
    const ahead = (uuid: string) =>
      sql`UPDATE online_payment SET checked_at = ${far}, next_check_at = ${far} WHERE uuid = ${uuid}`.execute(
        setup.world.db,
      );
    await ahead(looked);
    expect((await setup.online.check(looked)).answer).toBe('paid');
    await ahead(waiting);
    await setup.online.recheck();
    expect([(await show(looked)).status, (await show(waiting)).status]).toEqual(['confirmed', 'confirmed']);
    const { checks } = await noted(waiting);
    await sql`UPDATE online_payment SET refund_check_at = ${far} WHERE uuid = ${waiting}`.execute(
      setup.world.db,
    );
    await setup.online.recheck();
    expect((await noted(waiting)).checks).toBe(checks + 1);
  });

  test('cancels after an hour what its service does not know, and not before', async () => {
    const uuid = (
      await setup.world.call<{ data: StartedPayment }>(
        'customer',
        'POST',
        '/v1/credit/payment/credit_payment_initiate/',
        { amount: AMOUNT, method: 'esewa' },
      )
    ).body.data.uuid;
    await age(uuid, '59 minutes');
    await setup.online.recheck();
    expect((await show(uuid)).status).toBe('pending');
    await age(uuid, '61 minutes');
    await setup.online.recheck();
    expect(await show(uuid)).toMatchObject({
      status: 'cancelled',
      reason: 'There is no payment at eSewa for this request.',
    });
  });

  test('leaves to the staff what is pending for a week', async () => {
    const uuid = await begun();
    await age(uuid, '6 days 23 hours');
    await setup.online.recheck();
    expect((await noted(uuid)).note).toBeNull();
    expect(await within(uuid, 3500, 3600)).toBe(true);
    await age(uuid, '7 days 1 minute');
    await setup.online.recheck();
    expect([(await noted(uuid)).note, await nextCheck(uuid)]).toEqual(['unsettled', null]);
    expect((await show(uuid)).status).toBe('pending');
  });

  test('checks few payments at a service that is down, and all at the other', async () => {
    const [stuck, paid] = [
      await Promise.all(Array.from({ length: 12 }, () => begun())),
      await begun('khalti'),
    ];
    setup.khalti.pay(paid);
    for (const uuid of [...stuck, paid]) await due(uuid);
    setup.esewa.mode('busy');
    const calls = setup.esewa.calls();
    await setup.online.recheck();
    expect(setup.esewa.calls() - calls).toBe(5);
    expect((await show(paid)).status).toBe('confirmed');
    const statuses = await Promise.all(stuck.map(async (uuid) => (await show(uuid)).status));
    expect(statuses).toEqual(Array(12).fill('pending'));
  });

  test('in two processes asks once about each', async () => {
    const uuids = await Promise.all(Array.from({ length: 10 }, () => begun()));
    for (const uuid of uuids) await due(uuid);
    const calls = setup.esewa.calls();
    await Promise.all([setup.online.recheck(), setup.online.recheck(), setup.online.recheck()]);
    expect(setup.esewa.calls() - calls).toBe(10);
  });

  test('skips payments that another process is checking', async () => {
    const [taken, free] = [await begun(), await begun()];
    await due(taken);
    await due(free);
    const calls = setup.esewa.calls();
    await setup.world.db.transaction().execute(async (other) => {
      await sql`SELECT FROM online_payment WHERE uuid = ${taken} FOR UPDATE`.execute(other);
      await setup.online.recheck();
    });
    expect(setup.esewa.calls() - calls).toBe(1);
    expect([(await noted(taken)).checks, (await noted(free)).checks]).toEqual([0, 1]);
  });

  test('runs when the server does, and stops without waiting for a service', async () => {
    const uuid = await begun();
    setup.esewa.pay(uuid);
    await due(uuid);
    const credited = watchOnlinePayments(setup.online, log);
    await expect.poll(async () => (await show(uuid)).status).toBe('confirmed');
    await credited.stop();

    const waiting = await begun();
    await due(waiting);
    setup.esewa.mode('hold');
    const watch = watchOnlinePayments(setup.online, log);
    await expect.poll(() => setup.esewa.held()).toBe(1);
    await watch.stop();
    expect(await noted(waiting)).toMatchObject({ answer: null, checks: 1 });
    expect(setup.logged).toEqual([]);
  });
});
