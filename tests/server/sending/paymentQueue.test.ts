import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { PaymentReview } from '#schema/paymentReview.ts';
import { png } from '../../support/documents.ts';
import { REVIEW, setUpQueues } from './queuesSetup.ts';

const setup = setUpQueues();
const { topUp, pay, review, balance } = setup;

type List<T> = { count: number; results: T[] };

describe('the queue of payments', () => {
  test('shows staff every account’s, with the names behind them', async () => {
    const receipt = (await setup.world.upload<{ data: { uuid: string } }>(png(), 'slip.png')).body.data.uuid;
    const uuid = await topUp({ receipt, reference: 'HBL 991' });
    expect(await review(uuid)).toMatchObject({
      uuid,
      account: setup.world.accounts.customer,
      account_name: 'Himal Traders',
      user_name: 'Sita Sharma',
      kind: 'topup',
      amount: 1_500_000,
      method: 'bank',
      reference: 'HBL 991',
      receipt,
      status: 'pending',
      decided_by: null,
      decided_at: null,
      duplicates: [],
    });
    expect((await setup.world.call('support', 'GET', `/v1/core/files/${receipt}/`)).status).toBe(200);
    await pay('reject', uuid, { reason: 'Nothing came.' });
    expect(await review(uuid)).toMatchObject({
      status: 'rejected',
      reason: 'Nothing came.',
      decided_by: 'Asha Gurung',
    });
  });

  test('is filtered, searched by number and by account, and counted', async () => {
    const mine = await topUp({ reference: 'FINDME-1', method: 'cheque' });
    const theirs = await topUp({ reference: 'FINDME-2' }, 'other');
    const list = async (query: string) =>
      (await setup.world.call<List<PaymentReview>>('support', 'GET', REVIEW + query)).body;
    const found = async (query: string) => (await list(query)).results.map(({ uuid }) => uuid).sort();
    expect(await found('?search=findme')).toEqual([mine, theirs].sort());
    expect(await found('?search=findme&method=cheque')).toEqual([mine]);
    expect(await found(`?search=findme&account=${setup.world.accounts.other}`)).toEqual([theirs]);
    expect(await found('?search=Terai')).toContain(theirs);
    expect(await found('?search=Terai')).not.toContain(mine);
    expect(await found('?search=findme&kind=package')).toEqual([]);
    const oldest = await list('?status=pending&ordering=created_at&page_size=1000');
    const times = oldest.results.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort());
    expect(oldest.count).toBe(oldest.results.length);
    const all = await list('?page_size=1000');
    expect(all.count).toBe(all.results.length);
    const alias = await setup.world.call<List<PaymentReview>>(
      'support',
      'GET',
      '/v1/credit/user-payment-reference/all/?search=findme',
    );
    expect(alias.body.count).toBe(2);
  });

  test('is staff’s with the pair alone, and support cannot decide', async () => {
    const uuid = await topUp();
    expect((await setup.world.call('customer', 'GET', REVIEW)).status).toBe(403);
    expect((await setup.world.call('customer', 'GET', `${REVIEW}${uuid}/`)).status).toBe(403);
    expect((await setup.world.call(null, 'GET', REVIEW)).status).toBe(401);
    for (const what of ['confirm', 'reject'] as const)
      expect((await pay(what, uuid, { reason: 'x' }, 'support')).status).toBe(what === 'confirm' ? 403 : 403);
    expect((await review(uuid)).status).toBe('pending');
  });
});

describe('confirming a payment', () => {
  test('takes the bank’s number where there is none', async () => {
    const uuid = await topUp({ method: 'cash', reference: null });
    const { status, text, body } = await pay('confirm', uuid, { reference: ' R-77 ' });
    expect([status, body.data?.reference], text).toEqual([200, 'R-77']);
  });

  test('demands it of a transfer that has none, and never changes one', async () => {
    const uuid = await topUp();
    const changed = await pay('confirm', uuid, { reference: 'OTHER' });
    expect([changed.status, changed.body.errors]).toEqual([
      400,
      { reference: ['This payment already has a number. If it is wrong, edit the payment or reject it.'] },
    ]);
    await sql`UPDATE payment_reference SET reference = NULL WHERE uuid = ${uuid}`.execute(setup.world.db);
    const missing = await pay('confirm', uuid);
    expect([missing.status, missing.body.errors]).toEqual([400, { reference: ['Required'] }]);
    expect([missing.body.code, missing.body.detail]).toEqual(['invalid', 'Some fields are not correct.']);
    expect((await pay('confirm', uuid, { reference: 'LATE-1' })).status).toBe(200);
  });

  test('refuses a number that another payment of the account has', async () => {
    await topUp({ method: 'cash', reference: 'R-100' });
    const uuid = await topUp({ method: 'cash', reference: null });
    const { status, body } = await pay('confirm', uuid, { reference: 'r-100' });
    expect([status, body.errors]).toEqual([
      400,
      { reference: ['Another payment of this account has this number. A transfer can be used only once.'] },
    ]);
  });

  test('takes the number that it has, said again', async () => {
    const uuid = await topUp({ reference: 'SAME-1' });
    const { status, body } = await pay('confirm', uuid, { reference: 'SAME-1' });
    expect([status, body.data?.reference]).toEqual([200, 'SAME-1']);
  });

  test('names the other payments with its number, however that is written', async () => {
    const first = await topUp({ reference: 'NABIL-55 01' });
    const second = await topUp({ reference: 'nabil 5501' }, 'other');
    const third = await topUp({ reference: 'NABIL/५५०१' });
    const elsewhere = await topUp({ reference: 'NABIL-5501', method: 'cheque' });
    expect((await review(second)).duplicates.map(({ uuid, status }) => [uuid, status])).toEqual([
      [first, 'pending'],
      [third, 'pending'],
    ]);
    expect((await review(elsewhere)).duplicates).toEqual([]);
    await pay('confirm', first);
    expect((await review(second)).duplicates[0]).toMatchObject({
      uuid: first,
      account_name: 'Himal Traders',
      amount: 1_500_000,
      status: 'confirmed',
    });
    await pay('reject', third, { reason: 'Twice' });
    expect((await review(second)).duplicates).toHaveLength(1);
  });

  test('is refused while another one with its number is confirmed, until the reviewer says that they know', async () => {
    const first = await topUp({ reference: 'TWICE-1' });
    const second = await topUp({ reference: 'Twice 1' }, 'other');
    await pay('confirm', first);
    const before = await balance('other');
    const refused = await pay('confirm', second);
    expect([refused.status, refused.body.code]).toEqual([409, 'duplicate']);
    expect(refused.body.detail).toBe(
      'A payment with this number is already confirmed. Nothing was changed. Confirm only if the money arrived twice.',
    );
    expect(refused.body.data).toMatchObject([{ uuid: first, account_name: 'Himal Traders' }]);
    expect(await balance('other')).toBe(before);
    expect((await review(second)).status).toBe('pending');
    expect((await pay('confirm', second, { duplicate: true })).status).toBe(200);
    expect(await balance('other')).toBe(before + 1_500_000);
  });

  test('of two with one number at the same moment one is confirmed', async () => {
    for (let round = 0; round < 5; round++) {
      const reference = `RACE-${round}`;
      const pair = [await topUp({ reference }), await topUp({ reference }, 'other')];
      const answers = await Promise.all(pair.map((uuid) => pay('confirm', uuid)));
      expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
        [200, undefined],
        [409, 'duplicate'],
      ]);
    }
  });

  test('once under its key: the same answer again, and the money once', async () => {
    const uuid = await topUp();
    const before = await balance();
    const key = randomUUID();
    const send = () =>
      setup.world.app.inject({
        method: 'POST',
        url: '/v1/credit/payment/credit_payment_confirm/',
        payload: { uuid },
        headers: { authorization: `Token ${setup.world.tokens.admin}`, 'idempotency-key': key },
      });
    const answers = [await send(), await send()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await balance()).toBe(before + 1_500_000);
  });
});
