import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { PaymentReview } from '#schema/paymentReview.ts';
import { OWN, setUpFourEyes } from './fourEyesSetup.ts';

const setup = setUpFourEyes();
const { limit, balance, post, adjust, confirm, topUp, actions } = setup;

const review = async (uuid: string) =>
  (await setup.world.call<{ data: PaymentReview }>('admin', 'GET', `/v1/admin/payment-reference/${uuid}/`))
    .body.data;

describe('the own account:', () => {
  test('nobody confirms a payment of it, whatever the limit', async () => {
    await limit(null);
    const uuid = await topUp(5_000, 'admin');
    for (const as of ['admin', 'support'] as const) {
      const refused = await confirm(as, uuid);
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(OWN)]);
    }
    expect((await review(uuid)).status).toBe('pending');
    expect(await balance(setup.world.accounts.provider)).toBe(0);
  });

  test('nobody adjusts its wallet', async () => {
    const refused = await adjust('admin', 5_000, setup.world.accounts.provider);
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(OWN)]);
  });
});

describe('a payment', () => {
  test('of the limit is confirmed by one person, one paisa more waits for a second', async () => {
    const equal = await topUp(100_000);
    expect((await confirm('admin', equal)).status).toBe(200);
    setup.world = await setup.app.newCustomers();
    const more = await topUp(100_001);
    const first = await confirm('admin', more);
    expect([first.status, first.body.data.status]).toEqual([202, 'pending']);
    expect(await balance()).toBe(5_000_000);
    expect(await review(more)).toMatchObject({
      ...{ status: 'pending', awaits_second: true, first_by_name: 'Asha Gurung', decided_by: null },
      first_at: expect.any(String),
    });
    const again = await confirm('admin', more);
    expect([again.status, again.body.detail]).toEqual([
      409,
      'You have confirmed this payment. It is above the limit, so a second person must confirm it too.',
    ]);
    const second = await confirm('support', more);
    expect([second.status, second.body.data.status]).toEqual([200, 'confirmed']);
    expect(await balance()).toBe(5_100_001);
    expect(await review(more)).toMatchObject({
      ...{ awaits_second: false, first_by_name: 'Asha Gurung', decided_by: 'Bikash Rai' },
    });
    expect(await actions(more)).toEqual([
      ['request', setup.world.emails.customer],
      ['confirm-first', setup.world.emails.admin],
      ['confirm', setup.world.emails.support],
    ]);
  });

  test('that waits is listed, and the number that the first person gave is kept', async () => {
    const uuid = await topUp(200_000, 'customer', 'cash');
    await confirm('admin', uuid, { reference: 'SLIP 77' });
    const list = await setup.world.call<{ results: PaymentReview[] }>(
      'admin',
      'GET',
      `/v1/admin/payment-reference/?awaits_second=true&account=${setup.world.accounts.customer}`,
    );
    expect(list.body.results.map((payment) => [payment.uuid, payment.reference])).toEqual([
      [uuid, 'SLIP 77'],
    ]);
  });

  test('can be rejected by the second person', async () => {
    const uuid = await topUp(200_000);
    await confirm('admin', uuid);
    const path = '/v1/credit/payment/credit_payment_reject/';
    expect((await post('support', path, { uuid, reason: 'No money came.' })).status).toBe(200);
    expect((await confirm('support', uuid)).status).toBe(409);
    expect(await review(uuid)).toMatchObject({ status: 'rejected', awaits_second: false });
    expect(await balance()).toBe(5_000_000);
  });

  test('that the first person has confirmed is not cancelled by its customer any more', async () => {
    const uuid = await topUp(200_000);
    await confirm('admin', uuid);
    const path = `/v1/credit/user-payment-reference/${uuid}/cancel_request/`;
    const refused = await post('customer', path);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Your provider is confirming this payment. Nothing was changed.',
    ]);
    expect((await confirm('support', uuid)).status).toBe(200);
    expect(await balance()).toBe(5_200_000);
  });

  test('confirmed by two people at once is confirmed, confirmed twice by one person is not', async () => {
    for (let round = 0; round < 5; round++) {
      const uuid = await topUp(200_000);
      const before = await balance();
      const twice = await Promise.all([confirm('admin', uuid), confirm('admin', uuid)]);
      expect(twice.map(({ status }) => status).sort()).toEqual([202, 409]);
      const seconds = await Promise.all([confirm('support', uuid), confirm('support', uuid)]);
      expect(seconds.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await balance()).toBe(before + 200_000);
      const both = await topUp(200_000);
      await Promise.all([confirm('admin', both), confirm('support', both)]);
      const log = await actions(both);
      expect(log.map(([action]) => action)).toEqual(['request', 'confirm-first', 'confirm']);
      expect(new Set(log.map(([, actor]) => actor)).size).toBe(3);
      expect(await balance()).toBe(before + 400_000);
    }
  });

  test('in parts is no way around the limit: one person’s of a day count together', async () => {
    const [first, second, third] = [await topUp(60_000), await topUp(40_000), await topUp(1_000)];
    expect((await confirm('admin', first)).status).toBe(200);
    expect((await confirm('admin', second)).status).toBe(200);
    expect((await confirm('admin', third)).status).toBe(202);
    expect((await confirm('support', third)).status).toBe(200);
    // What two have confirmed counts against neither.
    const fourth = await topUp(100_000);
    expect((await confirm('support', fourth)).status).toBe(200);
    await sql`
      UPDATE payment_reference SET decided_at = decided_at - interval '1 day'
      WHERE account = ${setup.world.accounts.customer}`.execute(setup.world.db);
    expect((await confirm('admin', await topUp(100_000))).status).toBe(200);
  });

  test('confirmed by an online service counts towards nobody’s limit', async () => {
    const uuid = await topUp(90_000, 'customer', 'cash');
    expect((await confirm('admin', uuid)).status).toBe(200);
    await sql`UPDATE payment_reference SET method = 'esewa' WHERE uuid = ${uuid}`.execute(setup.world.db);
    expect((await confirm('admin', await topUp(100_000))).status).toBe(200);
  });

  test('in parts confirmed at once is within the limit, too', async () => {
    const parts = await Promise.all([1, 2, 3, 4].map(() => topUp(50_000)));
    const answers = await Promise.all(parts.map((uuid) => confirm('admin', uuid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202, 202]);
  });
});

test('without a limit one person is enough', async () => {
  await limit(null);
  expect((await adjust('admin', 1_000_000)).status).toBe(200);
  expect((await confirm('admin', await topUp(1_000_000))).status).toBe(200);
});
