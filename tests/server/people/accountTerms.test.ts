import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Account, OwnAccount } from '#schema/account.ts';
import { outboxMails } from '../../../server/services/mail/mail.ts';
import { post } from '../../../server/services/money/ledger.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { claim, sendingCampaigns } from '../../../server/services/sending/claims.ts';
import { withinPace } from '../../../server/services/sending/pace.ts';
import { newWorker } from '../../../server/services/sending/workers.ts';
import { LINK, take } from '../../support/claims.ts';
import { ACCOUNTS, setUpTerms } from './accountTermsSetup.ts';

const setup = setUpTerms();
const { set, sent } = setup;

describe('terms', () => {
  test('are set by staff, and the log has every change; only limits are the customer’s to read', async () => {
    const terms = { daily_cap: 500, rate_cap: 20, low_balance_below: 100_000, message_months: 3 };
    const answer = await set({ ...terms, tags: [' VIP ', 'bank', 'vip'], notes: 'Pays late' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ ...terms, tags: ['vip', 'bank'], notes: 'Pays late' });
    const own = await setup.world.call<{ data: OwnAccount }>(
      'customer',
      'GET',
      `/v1/autho/accounts/${setup.world.accounts.customer}/`,
    );
    expect(own.body.data).toMatchObject(terms);
    expect(own.text).not.toMatch(/Pays late|vip|notes|tags/);
    const { rows } = await sql<{ after: object }>`
      SELECT after FROM audit_entry WHERE record = ${setup.world.accounts.customer} AND action = 'update'`.execute(
      setup.world.db,
    );
    expect(rows[0]?.after).toMatchObject({ ...terms, notes: 'Pays late' });
  });

  test('stay when a request does not have them, and a cleared one is removed', async () => {
    await set({ daily_cap: 5, tags: ['vip'], notes: 'Pays late' });
    expect((await set({})).body.data).toMatchObject({ daily_cap: 5, tags: ['vip'], notes: 'Pays late' });
    expect((await set({ daily_cap: null, tags: [], notes: '  ' })).body.data).toMatchObject({
      ...{ daily_cap: null, tags: [], notes: null },
    });
  });

  test('a wrong one is named', async () => {
    const { status, body } = await set({
      ...{ daily_cap: 0, rate_cap: 1.5, low_balance_below: -1, message_months: 0, tags: ['a,b'] },
    });
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(
      ['daily_cap', 'low_balance_below', 'message_months', 'rate_cap', 'tags.0'].sort(),
    );
  });

  test('accounts are filtered by any of their tags, however it is written', async () => {
    await set({ tags: ['gold', 'bank 2'] });
    const named = async (query: string) => {
      const { body } = await setup.world.call<{ results: Account[] }>(
        'support',
        'GET',
        `${ACCOUNTS}?${query}`,
      );
      return body.results.map(({ uuid }) => uuid);
    };
    expect(await named('tags=GOLD')).toEqual([setup.world.accounts.customer]);
    expect(await named('tags__in=school,bank%202')).toEqual([setup.world.accounts.customer]);
    expect(await named('tags=school')).toEqual([]);
  });
});

describe('a rate cap', () => {
  const mine = async () =>
    (await sendingCampaigns(setup.world.db, LINK)).filter(
      ({ account }) => account === setup.world.accounts.customer,
    );
  const takeAll = async (worker: number) => {
    const wanted = (await mine()).map((campaign) => ({ ...campaign, limit: 100 }));
    return wanted.length > 0 ? (await claim(setup.world.db, worker, LINK, wanted)).length : 0;
  };
  /** As if these seconds had passed. */
  const pass = (seconds: number) =>
    sql`UPDATE account_pace SET next_at = next_at - make_interval(secs => ${seconds})`.execute(
      setup.world.db,
    );

  test('holds over all campaigns, workers and links of an account, and not for others', async () => {
    const [one, other] = [await newWorker(setup.world.db), await newWorker(setup.world.db)];
    const first = await sent(60);
    await sent(60, { name: 'Second' });
    while (await expandNext(setup.world.db)) {}
    await take(setup.world.db, one, first, 0);
    await set({ rate_cap: 10 });
    expect((await mine()).map(({ allowed }) => allowed)).toEqual([10, 10]);
    let taken = 0;
    let since = performance.now();
    /** Takes so many, and what the time that this has taken allows. */
    const takes = async (allowed: number, take: () => Promise<number>) => {
      const before = since;
      since = performance.now();
      const count = await take();
      expect(count).toBeGreaterThanOrEqual(allowed);
      expect(count).toBeLessThanOrEqual(allowed + ((performance.now() - before) / 1000) * 10);
      taken += count;
      return count;
    };
    // Both at once: neither knows of the other.
    const wanted = (await mine()).map((campaign) => ({ ...campaign, limit: 100 }));
    await takes(10, async () => {
      const both = await Promise.all([
        claim(setup.world.db, one, LINK, wanted),
        claim(setup.world.db, other, LINK, wanted),
      ]);
      return both.flat().length;
    });
    await pass(0.5);
    await takes(5, () => takeAll(one));
    // Seconds without sending are not saved up.
    await pass(60);
    expect(await takes(10, () => takeAll(other))).toBe(10);
    // The database's clock was an hour ahead meanwhile.
    await pass(-3600);
    expect(await takes(10, () => takeAll(one))).toBe(10);
    await takes(0, () => takeAll(other));
    await set({ rate_cap: null });
    expect((await mine())[0]?.allowed).toBeNull();
    expect(await takeAll(one)).toBe(120 - taken);
    await sql`UPDATE campaign SET status = 'paused' WHERE status = 'sending'`.execute(setup.world.db);
  });

  test('what is allowed goes to urgent campaigns first, then to all others of the account', () => {
    const of = (uuid: string, waiting: number, urgent = false) => ({
      ...{ uuid, waiting, urgent, account: 'a', allowed: 7 },
    });
    const shares = (campaigns: ReturnType<typeof of>[]) =>
      Object.fromEntries(withinPace(campaigns, () => 0.5).map(({ uuid, waiting }) => [uuid, waiting]));
    expect(shares([of('x', 100), of('y', 100), of('z', 2, true)])).toEqual({ z: 2, x: 3, y: 2 });
    expect(shares([of('x', 100, true), of('y', 100)])).toEqual({ x: 7 });
    const free = { ...of('x', 100), allowed: null };
    expect(withinPace([free])).toEqual([free]);
  });
});

describe('a low balance', () => {
  const move = (amount: number) =>
    post(setup.world.db, {
      account: setup.world.accounts.customer,
      kind: 'adjustment',
      amount,
      note: 'A test',
    });
  const mails = async () =>
    (await outboxMails(setup.world.db, setup.world.emails.customer)).filter(({ subject }) =>
      /balance/i.test(subject),
    );
  const events = async () => {
    const { rows } = await sql<{ event: { type: string; data: object } }>`
      SELECT jsonb_array_elements(e.events) AS event FROM webhook_event e JOIN webhook w ON w.uuid = e.webhook
      WHERE w.account = ${setup.world.accounts.customer}`.execute(setup.world.db);
    return rows.map(({ event }) => event);
  };

  test('is reported once by mail and webhook, and again only after the balance has recovered', async () => {
    await setup.world.call('customer', 'POST', '/v1/autho/webhooks/', {
      ...{ url: 'https://hooks.example/a', events: ['account.low_balance'], is_active: true },
    });
    await set({ low_balance_below: 1_000_000 });
    await move(-4_000_000);
    expect(await events()).toEqual([]);
    await move(-1);
    await move(-500_000);
    await move(100_000);
    await setup.world.deps.deliverMail();
    await vi.waitFor(async () => expect(await mails()).toHaveLength(1));
    expect((await mails())[0]?.subject).toBe('Low balance: Rs. 9,999.99');
    expect((await mails())[0]?.text).toContain('Rs. 10,000.00');
    const event = {
      type: 'account.low_balance',
      data: { account: setup.world.accounts.customer, below: 1_000_000 },
    };
    expect(await events()).toMatchObject([event]);
    expect(JSON.stringify(await events())).not.toContain('999999');
    await move(2_000_000);
    await move(-2_000_000);
    expect(await events()).toHaveLength(2);
  });

  test.each([
    ['topped up', () => move(1), []],
    ['given a credit limit', () => set({ billing: 'postpaid', credit_limit: 1 }), []],
    ['told from a lower balance on', () => set({ low_balance_below: 999_999 }), []],
    [
      'low again with its credit limit',
      async () => {
        await set({ billing: 'postpaid', credit_limit: 100 });
        await move(-100);
      },
      ['Low balance: Rs. 9,999.99'],
    ],
  ])('is mailed as it is by then, once the account is %s', async (_, meanwhile, subjects) => {
    await set({ low_balance_below: 1_000_000 });
    await move(-4_000_001);
    await meanwhile();
    await setup.world.deps.deliverMail();
    expect((await mails()).map(({ subject }) => subject)).toEqual(subjects);
  });

  test('is not mailed to users who may not see the balance', async () => {
    await set({ low_balance_below: 1_000_000 });
    await sql`UPDATE users SET ui_permissions = '[["bulk-sms","post"]]' WHERE email = ${setup.world.emails.customer}`.execute(
      setup.world.db,
    );
    await move(-4_500_000);
    await setup.world.deps.deliverMail();
    expect(await mails()).toEqual([]);
  });
});
