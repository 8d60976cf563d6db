import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Adjusted, AnyWalletEntry, Wallet, WalletEntry, WalletTotals } from '#schema/wallet.ts';
import { checkAdjustment } from '../../../server/services/money/wallets.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';

let app: TestApp;
/** The app with customers of this test's own. */
let t: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  t = await app.newCustomers();
});

const WALLETS = '/v1/credit/user-wallets/all/';
interface Failure {
  detail: string;
  code: string;
  errors?: Record<string, string[]>;
  data?: { balance: number };
}

async function adjust(
  body: object,
  { account = t.accounts.customer, key, as = 'admin' }: { account?: string; key?: string; as?: User } = {},
) {
  const response = await t.app.inject({
    method: 'POST',
    url: `/v1/credit/user-wallets/${account}/adjust/`,
    headers: {
      authorization: `Token ${t.tokens[as]}`,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    payload: JSON.stringify(body),
  });
  return { status: response.statusCode, body: response.json() as { data: Adjusted } & Failure };
}
const balance = async (account = t.accounts.customer): Promise<number> =>
  (await sql<{ balance: number }>`SELECT balance FROM account WHERE uuid = ${account}`.execute(t.db)).rows[0]
    ?.balance ?? -1;
const entries = async (account = t.accounts.customer) =>
  (
    await sql<{ amount: number }>`
      SELECT amount FROM wallet_entry WHERE account = ${account} AND kind = 'adjustment'`.execute(t.db)
  ).rows.map(({ amount }) => amount);

describe('an adjustment', () => {
  test('moves the balance with a line that the customer reads, and is in the audit log', async () => {
    const { status, body } = await adjust({ amount: -12_345, reason: ' Charged twice on 3 Mangsir ' });
    expect([status, body.data]).toEqual([200, { before: 5_000_000, after: 4_987_655 }]);
    const history = await t.call<{ results: WalletEntry[] }>('customer', 'GET', '/v1/credit/wallet-history/');
    expect(history.body.results[0]).toMatchObject({
      kind: 'adjustment',
      amount: -12_345,
      balance: 4_987_655,
      note: 'Charged twice on 3 Mangsir',
    });
    const { rows } = await sql`
      SELECT action, entity, account, title, actor_email, before, after FROM audit_entry
      WHERE record = ${t.accounts.customer} ORDER BY uuid DESC LIMIT 1`.execute(t.db);
    expect(rows).toEqual([
      {
        action: 'adjust',
        entity: 'admin/wallets',
        account: t.accounts.customer,
        title: 'Himal Traders',
        actor_email: 'admin@demo.test',
        before: { balance: 5_000_000 },
        after: { balance: 4_987_655, amount: -12_345, reason: 'Charged twice on 3 Mangsir' },
      },
    ]);
    await adjust({ amount: 12_345, reason: 'Put back' });
    await audit(t.db);
  });

  test('to exactly nothing is done, one paisa more is refused and changes nothing', async () => {
    const { body, status } = await adjust({ amount: -5_000_001, reason: 'All and more' });
    expect([status, body.code, body.data]).toEqual([402, 'insufficient_balance', { balance: 5_000_000 }]);
    expect(body.detail).toBe('The balance is less than the amount to deduct. Nothing was changed.');
    expect((await adjust({ amount: -5_000_000, reason: 'All' })).body.data.after).toBe(0);
    expect((await adjust({ amount: 5_000_000, reason: 'Back' })).body.data).toEqual({
      before: 0,
      after: 5_000_000,
    });
  });

  test('of another balance than was looked at is refused with the newest', async () => {
    const { status, body } = await adjust({ amount: 100, reason: 'Late', balance: 4_999_999 });
    expect([status, body.code, body.data]).toEqual([409, 'conflict', { balance: 5_000_000 }]);
    expect(body.detail).toBe(
      'The balance has changed since you opened this page. Nothing was saved. Check it again.',
    );
    expect(await balance()).toBe(5_000_000);
    expect((await adjust({ amount: 100, reason: 'Right', balance: 5_000_000 })).status).toBe(200);
    await adjust({ amount: -100, reason: 'Back' });
  });

  test.each([
    [{ amount: 0, reason: 'x' }, 'amount', 'Enter an amount other than zero.'],
    [{ amount: 1.5, reason: 'x' }, 'amount', expect.any(String)],
    [{ amount: 100_000_000_001, reason: 'x' }, 'amount', 'This is more than the maximum adjustment.'],
    [{ amount: -100_000_000_001, reason: 'x' }, 'amount', 'This is more than the maximum adjustment.'],
    [{ amount: 1, reason: '  ' }, 'reason', 'Required'],
    [{ amount: 1 }, 'reason', expect.any(String)],
    [{ amount: '5', reason: 'x' }, 'amount', expect.any(String)],
  ])('like %j is refused with the reason', async (body, field, sentence) => {
    const answer = await adjust(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.[field]).toEqual([sentence]);
  });

  test('is never of the provider’s own account, whoever asks', () =>
    expect(checkAdjustment(t.db, t.accounts.provider, { amount: 1 })).rejects.toMatchObject({
      code: 'conflict',
      message: 'This is the provider’s own account. It has no wallet.',
    }));

  test('needs the pair, and an existing customer account', async () => {
    const body = { amount: 1, reason: 'x' };
    expect((await adjust(body, { as: 'support' })).status).toBe(403);
    expect((await adjust(body, { as: 'customer' })).status).toBe(403);
    expect((await adjust(body, { account: randomUUID() })).status).toBe(404);
    expect((await adjust(body, { account: t.accounts.provider })).status).toBe(403);
    expect(await balance()).toBe(5_000_000);
    expect(await balance(t.accounts.provider)).toBe(0);
  });
});

describe('many adjustments at once', () => {
  beforeEach(async () => {
    const by = 2_000 - (await balance(t.accounts.other));
    if (by !== 0) await adjust({ amount: by, reason: 'Start' }, { account: t.accounts.other });
  });
  const other = () => t.accounts.other;

  test('with one key have one effect', async () => {
    const key = randomUUID();
    const body = { amount: 777, reason: 'Once' };
    const before = (await entries(other())).length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => adjust(body, { account: other(), key })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    for (const { body: answer } of done) expect(answer.data).toEqual({ before: 2_000, after: 2_777 });
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true);
    expect(await balance(other())).toBe(2_777);
    expect((await adjust(body, { account: other(), key })).body.data).toEqual({
      before: 2_000,
      after: 2_777,
    });
    expect((await adjust({ ...body, amount: 1 }, { account: other(), key })).status).toBe(422);
    expect(await entries(other())).toHaveLength(before + 1);
    await audit(t.db);
  });

  test('with keys of their own add up exactly and never go below zero', async () => {
    const amounts = Array.from({ length: 20 }, (_, i) => (i % 2 ? -450 : 150));
    const answers = await Promise.all(
      amounts.map((amount) => adjust({ amount, reason: 'Race' }, { account: other(), key: randomUUID() })),
    );
    for (const { status } of answers) expect([200, 402]).toContain(status);
    const moved = amounts
      .filter((_, i) => answers[i]?.status === 200)
      .reduce((sum, amount) => sum + amount, 0);
    expect(await balance(other())).toBe(2_000 + moved);
    const { rows } = await sql<{ least: number }>`
      SELECT min(balance) AS least FROM wallet_entry WHERE account = ${other()}`.execute(t.db);
    expect(rows[0]?.least).toBeGreaterThanOrEqual(0);
    for (const { status, body } of answers)
      if (status === 200) expect(Math.abs(body.data.after - body.data.before)).toBeOneOf([150, 450]);
    await audit(t.db);
  });

  test('that all saw one balance move it once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        adjust({ amount: 10, reason: 'Seen', balance: 2_000 }, { account: other(), key: randomUUID() }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await balance(other())).toBe(2_010);
  });
});

describe('the wallets', () => {
  const list = async (query: string) =>
    (await t.call<{ results: Wallet[] }>('admin', 'GET', `${WALLETS}?${query}`)).body.results;
  // All wallets of a server are listed: these are the only ones of theirs.
  let alone: TestApp;
  beforeAll(async () => {
    alone = await createTestApp();
    t = alone;
    await adjust({ amount: 2_000 - 5_000_000, reason: 'Start' }, { account: t.accounts.other });
  });
  afterAll(() => alone.close());
  beforeEach(() => {
    t = alone;
  });

  test('are listed with what is held and the last entry, the lowest first, without the provider’s', async () => {
    const { record } = await claimCampaign(t, ['9841000001', '9841000002']);
    const wallets = await list('');
    expect(wallets.map(({ name }) => name)).toEqual(['Terai Mills', 'Himal Traders']);
    expect(wallets[1]).toMatchObject({ uuid: t.accounts.customer, balance: 4_999_729, held: 271 });
    expect(Date.parse(wallets[1]?.last_entry_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const totals = await t.call<{ data: WalletTotals }>('admin', 'GET', `${WALLETS}totals/`);
    const low = await balance(t.accounts.other);
    expect(totals.body.data).toEqual({ wallets: 2, balance: 4_999_729 + low, held: 271 });
    await record({ 0: 'submitted', 1: 'submitted' });
    expect((await list('search=himal'))[0]).toMatchObject({ held: 0 });
  });

  test('are filtered by what is left', async () => {
    expect((await list('balance__lte=100000')).map(({ name }) => name)).toEqual(['Terai Mills']);
    const totals = await t.call<{ data: WalletTotals }>(
      'admin',
      'GET',
      `${WALLETS}totals/?balance__lte=100000`,
    );
    expect(totals.body.data).toMatchObject({ wallets: 1, held: 0 });
  });

  test('and their entries are for who holds the pair', async () => {
    for (const path of [WALLETS, `${WALLETS}totals/`, '/v1/admin/wallet-entries/']) {
      expect((await t.call('customer', 'GET', path)).status).toBe(403);
      expect((await t.call('support', 'GET', path)).status).toBe(403);
    }
    const { body } = await t.call<{ count: number; results: AnyWalletEntry[] }>(
      'admin',
      'GET',
      `/v1/admin/wallet-entries/?account=${t.accounts.other}&kind=opening`,
    );
    expect(body.results).toMatchObject([{ account: t.accounts.other, account_name: 'Terai Mills' }]);
    expect(
      (await t.call<{ results: Wallet[] }>('admin', 'GET', `${WALLETS}${t.accounts.customer}/`)).status,
    ).toBe(200);
  });
});
