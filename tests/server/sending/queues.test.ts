import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { kyc as kycEntity } from '#schema/kyc.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import type { PaymentReview, PossibleDuplicate } from '#schema/paymentReview.ts';
import type { SenderIdentity, SenderRequest } from '#schema/senderIdentity.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { png } from '../../support/documents.ts';
import { kycInput, submitKyc } from '../../support/kyc.ts';

type One<T> = { data: T } & Failure;
type List<T> = { count: number; results: T[] };

let app: TestApp;
/** The app with customers of this test's own. */
let world: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  await audit(app.db);
  await app.close();
});
beforeEach(async () => {
  world = await app.newCustomers();
});

const REVIEW = '/v1/admin/payment-reference/';
const SENDERS = '/v1/sms/sender-identities/';
let n = 0;

async function topUp(body: object = {}, as: User = 'customer'): Promise<string> {
  const {
    status,
    text,
    body: answer,
  } = await world.call<One<PaymentReference>>(as, 'POST', '/v1/credit/payment/credit_payment_initiate/', {
    amount: 1_500_000,
    method: 'bank',
    reference: `NIC-${++n}-0`,
    ...body,
  });
  expect(status, text).toBe(201);
  return answer.data.uuid;
}
const pay = (what: 'confirm' | 'reject', uuid: string, more: object = {}, as: User = 'admin') =>
  world.call<One<PaymentReference> & { data: PossibleDuplicate[] }>(
    as,
    'POST',
    `/v1/credit/payment/credit_payment_${what}/`,
    { uuid, ...more },
  );
const review = async (uuid: string, as: User = 'support') =>
  (await world.call<One<PaymentReview>>(as, 'GET', `${REVIEW}${uuid}/`)).body.data;
const balance = async (as: User = 'customer') =>
  (await world.call<{ data: { wallet: { balance: number } } }>(as, 'GET', '/v1/autho/user/profile/')).body
    .data.wallet.balance;

async function askSender(name: string, as: User = 'customer'): Promise<string> {
  const { status, text, body } = await world.call<One<SenderIdentity>>(as, 'POST', '/v1/sms/identities/', {
    name,
    purpose: 'Offers',
  });
  expect(status, text).toBe(201);
  return body.data.uuid;
}
const request = async (uuid: string) =>
  (await world.call<One<SenderRequest>>('admin', 'GET', `${SENDERS}${uuid}/`)).body.data;

describe('the queue of payments', () => {
  test('shows staff every account’s, with the names behind them', async () => {
    const receipt = (await world.upload<{ data: { uuid: string } }>(png(), 'slip.png')).body.data.uuid;
    const uuid = await topUp({ receipt, reference: 'HBL 991' });
    expect(await review(uuid)).toMatchObject({
      uuid,
      account: world.accounts.customer,
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
    expect((await world.call('support', 'GET', `/v1/core/files/${receipt}/`)).status).toBe(200);
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
      (await world.call<List<PaymentReview>>('support', 'GET', REVIEW + query)).body;
    const found = async (query: string) => (await list(query)).results.map(({ uuid }) => uuid).sort();
    expect(await found('?search=findme')).toEqual([mine, theirs].sort());
    expect(await found('?search=findme&method=cheque')).toEqual([mine]);
    expect(await found(`?search=findme&account=${world.accounts.other}`)).toEqual([theirs]);
    expect(await found('?search=Terai')).toContain(theirs);
    expect(await found('?search=Terai')).not.toContain(mine);
    expect(await found('?search=findme&kind=package')).toEqual([]);
    const oldest = await list('?status=pending&ordering=created_at&page_size=1000');
    const times = oldest.results.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort());
    expect(oldest.count).toBe(oldest.results.length);
    const all = await list('?page_size=1000');
    expect(all.count).toBe(all.results.length);
    const alias = await world.call<List<PaymentReview>>(
      'support',
      'GET',
      '/v1/credit/user-payment-reference/all/?search=findme',
    );
    expect(alias.body.count).toBe(2);
  });

  test('is staff’s with the pair alone, and support cannot decide', async () => {
    const uuid = await topUp();
    expect((await world.call('customer', 'GET', REVIEW)).status).toBe(403);
    expect((await world.call('customer', 'GET', `${REVIEW}${uuid}/`)).status).toBe(403);
    expect((await world.call(null, 'GET', REVIEW)).status).toBe(401);
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
    await sql`UPDATE payment_reference SET reference = NULL WHERE uuid = ${uuid}`.execute(world.db);
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
      world.app.inject({
        method: 'POST',
        url: '/v1/credit/payment/credit_payment_confirm/',
        payload: { uuid },
        headers: { authorization: `Token ${world.tokens.admin}`, 'idempotency-key': key },
      });
    const answers = [await send(), await send()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await balance()).toBe(before + 1_500_000);
  });
});

describe('a sender name', () => {
  test('shows who else holds or wants a name that reads like it', async () => {
    const theirs = await askSender('NAMOBUDDHA', 'other');
    await world.call('admin', 'PUT', `${SENDERS}${theirs}/`, { status: 'approved' });
    const mine = await askSender('Nam0Buddha');
    expect(await request(mine)).toMatchObject({
      account_name: 'Himal Traders',
      imitates: null,
      similar: [{ uuid: theirs, name: 'NAMOBUDDHA', account_name: 'Terai Mills', status: 'approved' }],
    });
    await world.call('admin', 'PUT', `${SENDERS}${mine}/`, { status: 'rejected', reason: 'Taken' });
    expect((await request(theirs)).similar).toEqual([]);
    expect(await request(mine)).toMatchObject({ decided_by: 'Asha Gurung' });
  });

  test('an account’s own names warn of nothing', async () => {
    const first = await askSender('MYSHOP1');
    await askSender('MYSHOPI');
    expect((await request(first)).similar).toEqual([]);
  });

  test.each([
    ['NABIL', 'NABIL'],
    ['Nab1l', 'NABIL'],
    ['E5EWA', 'ESEWA'],
    ['NTC', 'NTC'],
    ['HARDWARE', null],
  ])('%s imitates %s', async (name, known) => {
    expect((await request(await askSender(name, 'other'))).imitates).toBe(known);
  });
});

describe('two reviewers at the same moment', () => {
  const settled = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

  test('of a payment: one wins, the other hears of it, and the money moves once or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const uuid = await topUp();
      const before = await balance();
      const answers = await Promise.all([
        pay('confirm', uuid),
        pay('reject', uuid, { reason: 'No money came.' }),
        pay('confirm', uuid),
      ]);
      expect(settled(answers)).toEqual([200, 409, 409]);
      const lost = answers.find(({ status }) => status === 409);
      const { status } = await review(uuid);
      expect(lost?.body).toMatchObject({
        code: 'conflict',
        detail: `This payment is already ${status}. Nothing was changed.`,
      });
      expect(await balance()).toBe(before + (status === 'confirmed' ? 1_500_000 : 0));
    }
  });

  test('of a sender name', async () => {
    for (let round = 0; round < 5; round++) {
      const uuid = await askSender(`RIVAL${round}`);
      const answers = await Promise.all([
        world.call('admin', 'PUT', `${SENDERS}${uuid}/`, { status: 'approved' }),
        world.call('admin', 'PUT', `${SENDERS}${uuid}/`, { status: 'rejected', reason: 'No' }),
      ]);
      expect(settled(answers)).toEqual([200, 409]);
    }
  });

  test('of a verification, and not of one that was submitted again since it was read', async () => {
    const { body } = await submitKyc(world, await kycInput(world));
    const { uuid, submitted_at } = body.data;
    const decide = (what: string, more: object = {}) =>
      world.call<Failure>('admin', 'POST', `${kycEntity.path}${what}/`, { uuid, ...more });
    const answers = await Promise.all([
      decide('reject', { reason: 'Blurred', submitted_at }),
      decide('reject', { reason: 'Dark', submitted_at }),
    ]);
    expect(settled(answers)).toEqual([200, 409]);
    await submitKyc(world, await kycInput(world));
    const stale = await decide('approve', { submitted_at });
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
    expect(stale.body.detail).toContain('was changed after you opened it');
    expect((await decide('approve')).status).toBe(200);
    const decisions = async (as: User) =>
      (
        await world.call<{ data: { decided_by: string | null }[] }>(
          as,
          'GET',
          `${kycEntity.path}${uuid}/decisions/`,
        )
      ).body.data;
    expect((await decisions('support')).map(({ decided_by }) => decided_by)).toEqual([
      'Asha Gurung',
      'Asha Gurung',
    ]);
    expect((await decisions('customer')).map(({ decided_by }) => decided_by)).toEqual([null, null]);
  });
});
