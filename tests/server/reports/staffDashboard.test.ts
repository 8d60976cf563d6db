import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { DASHBOARD_SUMMARY, type DashboardSummary } from '#schema/dashboardSummary.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK } from '../../support/claims.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const summary = async (as: 'admin' | 'support' = 'admin', of = world) =>
  (await of.call<{ data: DashboardSummary }>(as, 'GET', DASHBOARD_SUMMARY)).body.data;

describe('a new server', () => {
  test('has no link, no campaign and nothing waiting, and thirty empty days', async () => {
    const server = await createTestApp({ link: 'none' });
    const data = await summary('admin', server).finally(() => server.close());
    expect(data).toMatchObject({
      users: 4,
      accounts: 3,
      pending_kyc: 0,
      pending_payments: 0,
      pending_amount: 0,
      open_refunds: 0,
      pending_senders: 0,
      pending_viber: 0,
      campaigns: { draft: 0, running: 0, any: false },
      links: [],
      queue: { waiting: 0, oldest_at: null, operators: [] },
    });
    expect(data.use.operators).toEqual([]);
    expect(data.use.days).toHaveLength(30);
    expect(data.use.days.every(({ sent, amount }) => sent === 0 && amount === 0)).toBe(true);
  });
});

describe('the numbers', () => {
  test('count what waits for staff', async () => {
    await sql`
      INSERT INTO sender_identity (account, name, purpose, status)
      SELECT ${world.accounts.other}, name, 'Orders', 'pending' FROM unnest(ARRAY['ORDERS', 'BILLS']) AS name`.execute(
      world.db,
    );
    await sql`
      INSERT INTO payment_reference (account, "user", kind, amount, method, status)
      SELECT account, uuid, 'topup', 150000, 'bank', 'pending' FROM users WHERE role = 'customer'`.execute(
      world.db,
    );
    await sql`INSERT INTO viber_identity (account, name) VALUES (${world.accounts.other}, 'Orders')`.execute(
      world.db,
    );
    expect(await summary()).toMatchObject({
      pending_viber: 1,
      pending_senders: 2,
      pending_payments: 2,
      pending_amount: 300_000,
    });
  });

  test('follow messages: by day, by operator, by link, in the queue', async () => {
    const { campaigns } = await summary();
    const handed = await claimCampaign(world, ['9841300001', '9841300005', '9801300006', '9801300007']);
    const before = await summary();
    expect(before.queue.waiting).toBe(4);
    expect(before.campaigns).toEqual({ ...campaigns, running: campaigns.running + 1, any: true });
    await handed.record({ 0: 'submitted', 1: 'submitted', 2: 'submitted', 3: 'queued' });
    await handed.receive({ 0: 'delivered', 1: 'delivered', 2: 'undelivered' });

    const data = await summary();
    expect(data.use.days.at(-1)).toMatchObject({ sent: 3, delivered: 2, failed: 1, amount: 406.8 });
    expect(data.use.operators.map(({ operator, sent }) => [operator, sent])).toEqual(
      expect.arrayContaining([
        ['ncell', 2],
        ['ntc', 1],
      ]),
    );
    expect(data.links).toEqual([
      expect.objectContaining({ name: LINK, state: 'unknown', sent: 3, delivered: 2, failed: 1 }),
    ]);
    expect(data.queue).toMatchObject({ waiting: 1, operators: [{ count: 1, reason: 'down' }] });
    expect(data.queue.oldest_at).toBe(data.queue.operators[0]?.oldest_at);
  });

  test('count campaigns that wait for approval', async () => {
    const { campaigns } = await summary();
    await sql`UPDATE provider_setting SET approval_above = 0`.execute(world.db);
    const sent = await world.call<{ data: Campaign }>('customer', 'POST', '/v1/sms/compose/', {
      ...{ name: 'Waits', sender: world.sender, body: 'Hello', max_cost: 1000 },
      recipients: { numbers: ['9841300009'] },
    });
    await sql`UPDATE provider_setting SET approval_above = NULL`.execute(world.db);
    expect(sent.body.data?.status, sent.text).toBe('draft');
    const { draft, running } = campaigns;
    expect((await summary()).campaigns).toEqual({ draft: draft + 1, running, any: true });
  });
});

describe('who may see it', () => {
  test('support staff see what administrators see; customers are refused', async () => {
    expect(await summary('support')).toEqual(await summary());
    expect((await world.call('customer', 'GET', DASHBOARD_SUMMARY)).status).toBe(403);
    expect((await world.call(null, 'GET', DASHBOARD_SUMMARY)).status).toBe(401);
  });
});
