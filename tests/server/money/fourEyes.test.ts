import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { PaymentReference } from '#schema/paymentReference.ts';
import type { PaymentReview } from '#schema/paymentReview.ts';
import type { Adjusted } from '#schema/wallet.ts';
import type { WalletAdjustment } from '#schema/walletAdjustment.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

let app: TestApp;
/** The app with customers of this test's own. */
let t: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  // A second administrator: support of these tests may confirm and adjust, too.
  await sql`
    UPDATE users SET role = 'admin' WHERE email = ${app.emails.support}`.execute(app.db);
});
afterAll(async () => {
  await audit(app.db);
  await app.close();
});
beforeEach(async () => {
  t = await app.newCustomers();
  await limit(100_000);
});

const limit = (above: number | null) =>
  sql`UPDATE provider_setting SET second_person_above = ${above}`.execute(app.db);
const ADJUSTMENTS = '/v1/admin/wallet-adjustments/';
const CONFIRM = '/v1/credit/payment/credit_payment_confirm/';
const OWN = /^You belong to this account/;

const balance = async (account = t.accounts.customer): Promise<number> =>
  (await sql<{ balance: number }>`SELECT balance FROM account WHERE uuid = ${account}`.execute(t.db)).rows[0]
    ?.balance ?? -1;
const post = <T>(as: User, path: string, body: object = {}) =>
  t.call<{ data: T } & Failure>(as, 'POST', path, body);
const adjust = (as: User, amount: number, account = t.accounts.customer) =>
  post<Adjusted>(as, `/v1/credit/user-wallets/${account}/adjust/`, { amount, reason: 'A slip' });
const confirm = (as: User, uuid: string, more: object = {}) =>
  post<PaymentReference>(as, CONFIRM, { uuid, ...more });
let references = 0;
const topUp = async (amount: number, as: User = 'customer', method = 'bank') => {
  const made = await post<PaymentReference>(as, '/v1/credit/payment/credit_payment_initiate/', {
    ...{ amount, method },
    ...(method === 'bank' && { reference: `FE ${++references}` }),
  });
  expect(made.status, made.text).toBe(201);
  return made.body.data.uuid;
};
const review = async (uuid: string) =>
  (await t.call<{ data: PaymentReview }>('admin', 'GET', `/v1/admin/payment-reference/${uuid}/`)).body.data;
const waiting = async () =>
  (
    await t.call<{ results: WalletAdjustment[] }>(
      'admin',
      'GET',
      `${ADJUSTMENTS}?account=${t.accounts.customer}`,
    )
  ).body.results;
const actions = async (record: string) =>
  (
    await sql<{ action: string; actor: string }>`
      SELECT action, actor_email AS actor FROM audit_entry WHERE record = ${record} ORDER BY uuid`.execute(
      t.db,
    )
  ).rows.map(({ action, actor }) => [action, actor]);

describe('the own account:', () => {
  test('nobody confirms a payment of it, whatever the limit', async () => {
    await limit(null);
    const uuid = await topUp(5_000, 'admin');
    for (const as of ['admin', 'support'] as const) {
      const refused = await confirm(as, uuid);
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(OWN)]);
    }
    expect((await review(uuid)).status).toBe('pending');
    expect(await balance(t.accounts.provider)).toBe(0);
  });

  test('nobody adjusts its wallet', async () => {
    const refused = await adjust('admin', 5_000, t.accounts.provider);
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(OWN)]);
  });
});

describe('a payment', () => {
  test('of the limit is confirmed by one person, one paisa more waits for a second', async () => {
    const equal = await topUp(100_000);
    expect((await confirm('admin', equal)).status).toBe(200);
    t = await app.newCustomers();
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
      ['request', t.emails.customer],
      ['confirm-first', t.emails.admin],
      ['confirm', t.emails.support],
    ]);
  });

  test('that waits is listed, and the number that the first person gave is kept', async () => {
    const uuid = await topUp(200_000, 'customer', 'cash');
    await confirm('admin', uuid, { reference: 'SLIP 77' });
    const list = await t.call<{ results: PaymentReview[] }>(
      'admin',
      'GET',
      `/v1/admin/payment-reference/?awaits_second=true&account=${t.accounts.customer}`,
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

  test('that two confirm at once is confirmed by both, and that one confirms twice by none', async () => {
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
      WHERE account = ${t.accounts.customer}`.execute(t.db);
    expect((await confirm('admin', await topUp(100_000))).status).toBe(200);
  });

  test('that an online service has confirmed counts against nobody', async () => {
    const uuid = await topUp(90_000, 'customer', 'cash');
    expect((await confirm('admin', uuid)).status).toBe(200);
    await sql`UPDATE payment_reference SET method = 'esewa' WHERE uuid = ${uuid}`.execute(t.db);
    expect((await confirm('admin', await topUp(100_000))).status).toBe(200);
  });

  test('in parts confirmed at once is within the limit, too', async () => {
    const parts = await Promise.all([1, 2, 3, 4].map(() => topUp(50_000)));
    const answers = await Promise.all(parts.map((uuid) => confirm('admin', uuid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202, 202]);
  });
});

describe('an adjustment', () => {
  const asked = async (amount = 100_001) => {
    expect((await adjust('admin', amount)).status).toBe(202);
    return (await waiting())[0]!;
  };
  const decide = (as: User, uuid: string, what: 'confirm' | 'reject', body: object = {}) =>
    post<WalletAdjustment>(as, `${ADJUSTMENTS}${uuid}/${what}/`, body);

  test.each([100_000, -100_000])('of the limit (%i) is done by one person', async (amount) => {
    const done = await adjust('admin', amount);
    expect([done.status, done.body.data]).toEqual([200, { before: 5_000_000, after: 5_000_000 + amount }]);
    expect(await waiting()).toEqual([]);
  });

  test.each([100_001, -100_001])(
    'above it (%i) waits, and moves when a second person confirms',
    async (amount) => {
      const first = await adjust('admin', amount);
      expect([first.status, first.body.data]).toEqual([
        202,
        { before: 5_000_000, after: 5_000_000, waits: true },
      ]);
      expect(await balance()).toBe(5_000_000);
      const [one] = await waiting();
      expect(one).toMatchObject({
        ...{ account_name: 'Himal Traders', amount, reason: 'A slip', status: 'pending' },
        ...{ asked_by_name: 'Asha Gurung', decided_by_name: null },
      });
      const own = await decide('admin', one!.uuid, 'confirm');
      expect([own.status, own.body.detail]).toEqual([
        403,
        'You asked for this adjustment, so a second person must confirm it.',
      ]);
      const done = await decide('support', one!.uuid, 'confirm');
      expect(done.body.data).toMatchObject({ status: 'confirmed', decided_by_name: 'Bikash Rai' });
      expect(await balance()).toBe(5_000_000 + amount);
      // It counts against neither of the two.
      for (const as of ['admin', 'support'] as const) expect((await adjust(as, 100_000)).status).toBe(200);
      expect((await decide('support', one!.uuid, 'confirm')).body.detail).toBe(
        'This adjustment is already confirmed. Nothing was changed.',
      );
      expect(await actions(one!.uuid)).toEqual([
        ['request', t.emails.admin],
        ['confirm', t.emails.support],
      ]);
    },
  );

  test('that is rejected moves nothing; who asked may take it back', async () => {
    for (const as of ['support', 'admin'] as const) {
      const { uuid } = await asked();
      expect((await decide(as, uuid, 'reject')).body.errors).toHaveProperty('reason');
      const done = await decide(as, uuid, 'reject', { reason: 'Not this account' });
      expect(done.body.data).toMatchObject({ status: 'rejected', note: 'Not this account' });
      expect((await decide('support', uuid, 'confirm')).status).toBe(409);
    }
    expect(await balance()).toBe(5_000_000);
  });

  test('that the balance no longer allows is refused and waits on', async () => {
    const { uuid } = await asked(-4_950_000);
    await adjust('admin', -100_000);
    expect((await decide('support', uuid, 'confirm')).status).toBe(402);
    expect((await waiting())[0]?.status).toBe('pending');
    const tooMuch = await adjust('support', -5_000_000);
    expect([tooMuch.status, tooMuch.body.code]).toEqual([402, 'insufficient_balance']);
  });

  test('that two decide at once is decided once', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await balance();
      const { uuid } = await asked();
      const answers = await Promise.all([
        decide('support', uuid, 'confirm'),
        decide('support', uuid, 'confirm'),
        decide('admin', uuid, 'reject', { reason: 'No' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const [{ status }] = (await waiting()) as [WalletAdjustment];
      expect(await balance()).toBe(before + (status === 'confirmed' ? 100_001 : 0));
    }
  });

  test('in parts is no way around the limit, up or down, with payments or without', async () => {
    expect((await adjust('admin', 50_000)).status).toBe(200);
    expect((await adjust('admin', -30_000)).status).toBe(200);
    expect((await confirm('admin', await topUp(20_000))).status).toBe(200);
    expect((await adjust('admin', -1)).status).toBe(202);
    expect((await adjust('support', 1)).status).toBe(200);
  });

  test('of yesterday counts no more', async () => {
    const { rows } = await sql<{ uuid: string }>`
      WITH made AS (INSERT INTO account (name, balance) VALUES ('Old', 90000) RETURNING uuid)
      INSERT INTO wallet_entry (uuid, account, kind, amount, balance, note, alone)
      SELECT uuid_v7(now() - interval '25 hours'), made.uuid, 'adjustment', 90000, 90000, 'Then', u.uuid
      FROM made, users u WHERE u.email = ${t.emails.admin} RETURNING account AS uuid`.execute(t.db);
    expect((await adjust('admin', 100_000, rows[0]?.uuid)).status).toBe(200);
    expect((await adjust('admin', 1, rows[0]?.uuid)).status).toBe(202);
  });

  test('is decided by who holds the pair alone, and not by who belongs to the account', async () => {
    const { uuid } = await asked();
    for (const as of ['customer', 'other'] as const)
      for (const what of ['confirm', 'reject'] as const)
        expect((await decide(as, uuid, what, { reason: 'No' })).status).toBe(403);
    await sql`UPDATE wallet_adjustment SET account = ${t.accounts.provider} WHERE uuid = ${uuid}`.execute(
      t.db,
    );
    const own = await decide('support', uuid, 'confirm');
    expect([own.status, own.body.detail]).toEqual([403, expect.stringMatching(OWN)]);
  });
});

test('without a limit one person is enough', async () => {
  await limit(null);
  expect((await adjust('admin', 1_000_000)).status).toBe(200);
  expect((await confirm('admin', await topUp(1_000_000))).status).toBe(200);
});
