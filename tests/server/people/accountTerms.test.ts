import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account, OwnAccount } from '#schema/account.ts';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { outboxMails } from '../../../server/services/mail/mail.ts';
import { post } from '../../../server/services/money/ledger.ts';
import { nepalDay } from '../../../server/services/platform/nepalTime.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { claim, sendingCampaigns } from '../../../server/services/sending/claims.ts';
import { clearAcceptedDays } from '../../../server/services/sending/dailyCap.ts';
import { withinPace } from '../../../server/services/sending/pace.ts';
import { newWorker } from '../../../server/services/sending/workers.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { LINK, take } from '../../support/claims.ts';

let base: TestApp;
let world: TestApp;
beforeAll(async () => {
  base = await createTestApp();
});
afterAll(() => base.close());
beforeEach(async () => {
  world = await base.newCustomers();
});
afterEach(async () => {
  while (await expandNext(world.db)) {}
  await audit(world.db);
});

const ACCOUNTS = '/v1/admin/accounts/';
const SEND = '/v1/sms/compose/';
const DAY = 86_400_000;
type Failed = { errors?: Record<string, string[]>; detail: string };
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `98412${10_000 + i * 7}`);
const set = async (terms: object) => {
  const body = { name: 'Himal Traders', type: 'company', ...terms };
  const answer = await world.call<{ data: Account } & Failed>(
    'admin',
    'PUT',
    `${ACCOUNTS}${world.accounts.customer}/`,
    body,
  );
  return answer;
};
const request = (count: number, change: object = {}) => ({
  ...{ name: 'Offer', sender: world.sender, body: 'Sale today', recipients: { numbers: numbers(count) } },
  ...change,
});
const send = (count: number, change: object = {}) =>
  world.call<{ data: Campaign } & Failed>('customer', 'POST', SEND, {
    ...request(count, change),
    max_cost: 1_000_000,
  });
const sent = async (count: number, change: object = {}) => {
  const answer = await send(count, change);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.uuid;
};
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const act = (uuid: string, action: string, body?: object) =>
  world.call<Failed>('customer', 'POST', `${SEND}${uuid}/${action}/`, body);

describe('terms', () => {
  test('are set by staff, and the log has every change; only limits are the customer’s to read', async () => {
    const terms = { daily_cap: 500, rate_cap: 20, low_balance_below: 100_000, message_months: 3 };
    const answer = await set({ ...terms, tags: [' VIP ', 'bank', 'vip'], notes: 'Pays late' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ ...terms, tags: ['vip', 'bank'], notes: 'Pays late' });
    const own = await world.call<{ data: OwnAccount }>(
      'customer',
      'GET',
      `/v1/autho/accounts/${world.accounts.customer}/`,
    );
    expect(own.body.data).toMatchObject(terms);
    expect(own.text).not.toMatch(/Pays late|vip|notes|tags/);
    const { rows } = await sql<{ after: object }>`
      SELECT after FROM audit_entry WHERE record = ${world.accounts.customer} AND action = 'update'`.execute(
      world.db,
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
      const { body } = await world.call<{ results: Account[] }>('support', 'GET', `${ACCOUNTS}?${query}`);
      return body.results.map(({ uuid }) => uuid);
    };
    expect(await named('tags=GOLD')).toEqual([world.accounts.customer]);
    expect(await named('tags__in=school,bank%202')).toEqual([world.accounts.customer]);
    expect(await named('tags=school')).toEqual([]);
  });
});

describe('a daily cap', () => {
  const check = async (count: number, change: object = {}) => {
    const answer = await world.call<{ data: Plan }>(
      'customer',
      'POST',
      `${SEND}plan/`,
      request(count, change),
    );
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.daily_cap;
  };

  test('is told by the check, and refuses what is above it', async () => {
    expect(await check(6)).toBeNull();
    await sent(1);
    await set({ daily_cap: 5 });
    const day = nepalDay(new Date());
    expect(await check(4)).toEqual({ cap: 5, day, total: 5, own: false });
    await sent(3);
    expect(await check(2)).toEqual({ cap: 5, day, total: 6, own: false });
    const refused = await send(2);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toHaveProperty('recipients');
    await sent(1);
    expect((await send(1)).status).toBe(400);
    // Another day has its own room.
    await sent(5, { scheduled_at: inDays(2) });
    expect((await send(1, { scheduled_at: inDays(2) })).status).toBe(400);
  });

  test('of two campaigns at once that have room only alone, one is accepted', async () => {
    await set({ daily_cap: 5 });
    const answers = await Promise.all([send(3), send(3), send(3)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  test('counts what waits for approval, and not what was cancelled', async () => {
    await sql`UPDATE provider_setting SET approval_above = 2`.execute(world.db);
    try {
      await set({ daily_cap: 5 });
      const waits = await sent(3);
      expect((await send(3)).status).toBe(400);
      expect((await act(waits, 'cancel')).status).toBe(200);
      await sent(5);
    } finally {
      await sql`UPDATE provider_setting SET approval_above = NULL`.execute(world.db);
    }
  });

  test('counts a campaign on its new day when it is rescheduled, and keeps it where it is if that is full', async () => {
    await set({ daily_cap: 5 });
    await sent(3, { scheduled_at: inDays(2) });
    const moved = await sent(3, { scheduled_at: inDays(3) });
    while (await expandNext(world.db)) {}
    expect((await act(moved, 'schedule', { scheduled_at: inDays(2) })).status).toBe(409);
    expect((await act(moved, 'schedule', { scheduled_at: inDays(4) })).status).toBe(200);
    await sent(5, { scheduled_at: inDays(3) });
    expect((await send(3, { scheduled_at: inDays(4) })).status).toBe(400);
  });

  test('counts what is resumed on a later day', async () => {
    const paused = await sent(3);
    while (await expandNext(world.db)) {}
    expect((await act(paused, 'pause')).status).toBe(200);
    await sql`UPDATE campaign SET created_at = created_at - interval '2 days' WHERE uuid = ${paused}`.execute(
      world.db,
    );
    await sql`DELETE FROM accepted_day WHERE account = ${world.accounts.customer}`.execute(world.db);
    await set({ daily_cap: 5 });
    const other = await sent(3);
    expect((await act(paused, 'resume')).status).toBe(409);
    expect((await act(other, 'cancel')).status).toBe(200);
    expect((await act(paused, 'resume')).status).toBe(200);
    expect((await send(3)).status).toBe(400);
  });

  test('past days are removed', async () => {
    await sent(1);
    await sql`UPDATE accepted_day SET day = day - 1 WHERE account = ${world.accounts.customer}`.execute(
      world.db,
    );
    await sent(2, { name: 'Today' });
    await clearAcceptedDays(world.db);
    const { rows } = await sql`
      SELECT recipients::int AS recipients FROM accepted_day WHERE account = ${world.accounts.customer}`.execute(
      world.db,
    );
    expect(rows).toEqual([{ recipients: 2 }]);
  });
});

describe('a rate cap', () => {
  const mine = async () =>
    (await sendingCampaigns(world.db, LINK)).filter(({ account }) => account === world.accounts.customer);
  const takeAll = async (worker: number) => {
    const wanted = (await mine()).map((campaign) => ({ ...campaign, limit: 100 }));
    return wanted.length > 0 ? (await claim(world.db, worker, LINK, wanted)).length : 0;
  };
  /** As if these seconds had passed. */
  const pass = (seconds: number) =>
    sql`UPDATE account_pace SET next_at = next_at - make_interval(secs => ${seconds})`.execute(world.db);

  test('holds over all campaigns, workers and links of an account, and not for others', async () => {
    const [one, other] = [await newWorker(world.db), await newWorker(world.db)];
    const first = await sent(30);
    await sent(30, { name: 'Second' });
    while (await expandNext(world.db)) {}
    await take(world.db, one, first, 0);
    await set({ rate_cap: 10 });
    expect((await mine()).map(({ allowed }) => allowed)).toEqual([10, 10]);
    // Both at once: neither knows of the other.
    const wanted = (await mine()).map((campaign) => ({ ...campaign, limit: 100 }));
    const both = await Promise.all([
      claim(world.db, one, LINK, wanted),
      claim(world.db, other, LINK, wanted),
    ]);
    expect(both.flat()).toHaveLength(10);
    await pass(0.5);
    const soon = await takeAll(one);
    expect(soon).toBeGreaterThanOrEqual(5);
    expect(soon).toBeLessThan(10);
    // Seconds without sending are not saved up.
    await pass(60);
    expect(await takeAll(other)).toBe(10);
    await set({ rate_cap: null });
    expect((await mine())[0]?.allowed).toBeNull();
    expect(await takeAll(one)).toBe(60 - 20 - soon);
    await sql`UPDATE campaign SET status = 'paused' WHERE status = 'sending'`.execute(world.db);
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
    post(world.db, { account: world.accounts.customer, kind: 'adjustment', amount, note: 'A test' });
  const mails = async () =>
    (await outboxMails(world.db, world.emails.customer)).filter(({ subject }) => /balance/i.test(subject));
  const events = async () => {
    const { rows } = await sql<{ event: { type: string; data: object } }>`
      SELECT jsonb_array_elements(e.events) AS event FROM webhook_event e JOIN webhook w ON w.uuid = e.webhook
      WHERE w.account = ${world.accounts.customer}`.execute(world.db);
    return rows.map(({ event }) => event);
  };

  test('is told once per crossing, by mail and webhook, and again only after it was above', async () => {
    await world.call('customer', 'POST', '/v1/autho/webhooks/', {
      ...{ url: 'https://hooks.example/a', events: ['account.low_balance'], is_active: true },
    });
    await set({ low_balance_below: 1_000_000 });
    await move(-4_000_000);
    expect(await events()).toEqual([]);
    await move(-1);
    await move(-500_000);
    await move(100_000);
    await world.deps.deliverMail();
    await vi.waitFor(async () => expect(await mails()).toHaveLength(1));
    expect((await mails())[0]?.subject).toBe('Low balance: Rs. 9,999.99');
    expect((await mails())[0]?.text).toContain('Rs. 10,000.00');
    const event = {
      type: 'account.low_balance',
      data: { account: world.accounts.customer, below: 1_000_000 },
    };
    expect(await events()).toMatchObject([event]);
    expect(JSON.stringify(await events())).not.toContain('999999');
    await move(2_000_000);
    await move(-2_000_000);
    expect(await events()).toHaveLength(2);
  });

  test('is not mailed to users who may not see the balance', async () => {
    await set({ low_balance_below: 1_000_000 });
    await sql`UPDATE users SET ui_permissions = '[["bulk-sms","post"]]' WHERE email = ${world.emails.customer}`.execute(
      world.db,
    );
    await move(-4_500_000);
    await world.deps.deliverMail();
    expect(await mails()).toEqual([]);
  });
});
