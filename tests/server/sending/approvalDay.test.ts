import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { nepalDay } from '../../../server/services/platform/nepalTime.ts';
import { clearDays } from '../../../server/services/sending/campaignDays.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { take } from '../../support/claims.ts';

let base: TestApp;
let world: TestApp;
beforeAll(async () => {
  base = await createTestApp();
});
afterAll(() => base.close());
beforeEach(async () => {
  world = await base.newCustomers();
  await limit(5);
});
afterEach(async () => {
  while (await expandNext(world.db)) {}
  await audit(world.db);
});

type Made = { data: Campaign };
const PATH = '/v1/sms/compose/';
const DAY = 86_400_000;
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `98412${10_000 + i * 7}`);
const limit = (above: number | null) =>
  sql`UPDATE provider_setting SET approval_above = ${above}`.execute(base.db);
const request = (count: number, change: object = {}) => ({
  name: 'Offer',
  sender: world.sender,
  body: 'Sale today',
  recipients: { numbers: numbers(count) },
  ...change,
});
async function check(count: number, change: object = {}): Promise<Plan> {
  const body = request(count, change);
  const answer = await world.call<{ data: Plan }>('customer', 'POST', `${PATH}plan/`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
async function send(count: number, change: object = {}): Promise<Campaign> {
  const { uuid: plan, cost } = await check(count, change);
  const sent = await world.call<Made>('customer', 'POST', PATH, { ...request(count, change), plan, cost });
  expect(sent.status, sent.text).toBe(201);
  return sent.body.data;
}
async function sendTest(): Promise<Campaign> {
  const body = { sender: world.sender, body: 'Hello', phone: '9841000001' };
  const sent = await world.call<Made>('customer', 'POST', `${PATH}test/`, body);
  expect(sent.status, sent.text).toBe(201);
  return sent.body.data;
}
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const act = (uuid: string, action: string, as: 'customer' | 'admin' = 'customer', body?: object) =>
  world.call<Made>(as, 'POST', `${as === 'admin' ? '/v1/admin/campaigns/' : PATH}${uuid}/${action}/`, body);
const totals = async () => {
  const { rows } = await sql<{ day: string; recipients: number }>`
    SELECT day::text AS day, recipients::int AS recipients FROM unapproved_day
    WHERE account = ${world.accounts.customer} ORDER BY day`.execute(world.db);
  return rows;
};

test('campaigns that are below the limit each wait once their day is above it', async () => {
  expect((await send(4)).status).toBe('preparing');
  expect((await send(4)).status).toBe('draft');
  expect((await send(4)).status).toBe('draft');
  // What waits has not used up the room that is left.
  expect((await send(1)).status).toBe('preparing');
  expect((await send(1)).status).toBe('draft');
});

test('the check says so in advance, with the limit and the total', async () => {
  const day = nepalDay(new Date());
  expect(await check(5)).toMatchObject({ needs_approval: false, approval: { above: 5, day, total: 5 } });
  await send(4);
  expect(await check(2)).toMatchObject({ needs_approval: true, approval: { above: 5, day, total: 6 } });
  expect((await check(1)).needs_approval).toBe(false);
  await limit(null);
  expect(await check(100)).toMatchObject({ needs_approval: false, approval: null });
});

test('test messages count, and wait when the day is full', async () => {
  for (let i = 0; i < 5; i++) expect((await sendTest()).status).toBe('preparing');
  expect((await sendTest()).status).toBe('draft');
});

test('retries count', async () => {
  const first = await send(4);
  while (await expandNext(world.db)) {}
  const inHand = await take(world.db, 1, first.uuid, 4);
  const outcomes = inHand.map(({ uuid, hand }) => ({
    uuid,
    hand,
    status: 'rejected' as const,
    error: 'ESME',
  }));
  await recordOutcomes(world.db, 1, outcomes);
  const path = `${PATH}${first.uuid}/retry/`;
  const { data } = (await world.call<{ data: Plan }>('customer', 'POST', `${path}plan/`)).body;
  expect(data).toMatchObject({ needs_approval: true, approval: { total: 8 } });
  const again = await world.call<Made>('customer', 'POST', path, { plan: data.uuid, cost: data.cost });
  expect(again.body.data.status).toBe('draft');
});

test('of many at once only as many pass as there is room', async () => {
  const plans = await Promise.all(Array.from({ length: 6 }, () => check(2)));
  expect(plans.map((plan) => plan.needs_approval)).toEqual(Array(6).fill(false));
  const sent = await Promise.all(
    plans.map(({ uuid: plan, cost }) =>
      world.call<Made>('customer', 'POST', PATH, { ...request(2), plan, cost }),
    ),
  );
  expect(sent.map(({ body }) => body.data.status).sort()).toEqual([
    ...['draft', 'draft', 'draft', 'draft'],
    ...['preparing', 'preparing'],
  ]);
});

test('a campaign counts to the day on which it leaves', async () => {
  const scheduled_at = inDays(3);
  expect((await send(4, { scheduled_at })).status).toBe('preparing');
  expect((await send(4)).status).toBe('preparing');
  expect(await check(2, { scheduled_at })).toMatchObject({
    needs_approval: true,
    approval: { day: nepalDay(new Date(scheduled_at)), total: 6 },
  });
  expect((await send(2, { scheduled_at })).status).toBe('draft');
  // A time that has passed means at once.
  expect((await send(2, { scheduled_at: inDays(-3) })).status).toBe('draft');
});

test('what was sent yesterday does not count today, nor does another account', async () => {
  await send(5);
  await sql`UPDATE unapproved_day SET day = day - 1`.execute(world.db);
  expect((await send(5)).status).toBe('preparing');
  world = await base.newCustomers();
  expect((await send(5)).status).toBe('preparing');
});

test('what was approved does not count', async () => {
  const { uuid } = await send(6);
  expect((await act(uuid, 'approve', 'admin', {})).status).toBe(200);
  expect((await send(5)).status).toBe('preparing');
  // Ending it gives nothing back that it never took.
  expect((await act(uuid, 'cancel')).status).toBe(200);
  expect((await send(1)).status).toBe('draft');
});

test('a cancelled draft gives no room', async () => {
  await send(4);
  const { uuid } = await send(4);
  expect((await act(uuid, 'cancel')).status).toBe(200);
  expect((await send(2)).status).toBe('draft');
});

test('a cancelled campaign gives back what had not left, and no more', async () => {
  const first = await send(5);
  expect((await act(first.uuid, 'cancel')).status).toBe(200);
  const second = await send(5);
  expect(second.status).toBe('preparing');
  while (await expandNext(world.db)) {}
  // Three are with a worker, and so count as sent.
  await take(world.db, 1, second.uuid, 3);
  expect((await act(second.uuid, 'stop', 'admin', { reason: 'Spam' })).status).toBe(200);
  expect((await send(3)).status).toBe('draft');
  expect((await send(2)).status).toBe('preparing');
});

test('what was paused on an earlier day counts to the day on which it goes on', async () => {
  const kept = await send(4);
  while (await expandNext(world.db)) {}
  expect((await act(kept.uuid, 'pause')).status).toBe(200);
  // The same day it may go on as often as its customer likes.
  for (const action of ['resume', 'pause', 'resume', 'pause'])
    expect((await act(kept.uuid, action)).status).toBe(200);
  await sql`UPDATE campaign SET created_at = now() - interval '1 day' WHERE uuid = ${kept.uuid}`.execute(
    world.db,
  );
  await sql`UPDATE unapproved_day SET day = day - 1`.execute(world.db);
  const today = await send(3);
  const refused = await act(kept.uuid, 'resume');
  expect(refused.status).toBe(409);
  const now = await world.call<Made>('customer', 'GET', `${PATH}${kept.uuid}/`);
  expect(now.body.data.status).toBe('paused');
  expect((await act(today.uuid, 'cancel')).status).toBe(200);
  // From then on this is its day, for which it counts once, and to which it gives back what has not left.
  for (const action of ['resume', 'pause', 'resume']) expect((await act(kept.uuid, action)).status).toBe(200);
  expect((await send(2)).status).toBe('draft');
  expect((await send(1)).status).toBe('preparing');
  expect((await act(kept.uuid, 'cancel')).status).toBe(200);
  expect((await send(4)).status).toBe('preparing');
});

test('campaigns count while there is no limit, for the day on which one is set', async () => {
  await limit(null);
  await send(4);
  await limit(5);
  expect((await send(2)).status).toBe('draft');
});

test('the migration counts what was accepted before it, and housekeeping clears days that are over', async () => {
  const cancelled = await send(1);
  await act(cancelled.uuid, 'cancel');
  await send(3);
  await send(2, { scheduled_at: inDays(2) });
  const { uuid } = await send(6);
  await act(uuid, 'approve', 'admin', {});
  await send(6);
  const before = await totals();
  expect(before.map(({ recipients }) => recipients)).toEqual([3, 2]);
  await sql`DELETE FROM unapproved_day`.execute(world.db);
  const file = new URL('../../../server/db/migrations/0016_approval_days.sql', import.meta.url);
  await sql.raw((await readFile(file, 'utf8')).replace(/^CREATE TABLE[^;]*;/m, '')).execute(world.db);
  expect(await totals()).toEqual(before);
  await sql`UPDATE unapproved_day SET day = day - 1`.execute(world.db);
  await clearDays(world.db);
  expect((await totals()).map(({ recipients }) => recipients)).toEqual([2]);
});

describe('staff who decide on a later day', () => {
  const toYesterday = async (uuid: string) => {
    await sql`UPDATE campaign SET created_at = created_at - interval '1 day' WHERE uuid = ${uuid}`.execute(
      world.db,
    );
    for (const days of ['accepted_day', 'unapproved_day'])
      await sql`UPDATE ${sql.table(days)} SET day = day - 1`.execute(world.db);
  };
  const cap = (most: number) =>
    sql`UPDATE account SET daily_cap = ${most} WHERE uuid = ${world.accounts.customer}`.execute(world.db);
  const accepted = async () => {
    const { rows } = await sql<{ n: number }>`
      SELECT recipients::int AS n FROM accepted_day
      WHERE account = ${world.accounts.customer} ORDER BY day`.execute(world.db);
    return rows.map(({ n }) => n);
  };
  const refused = async (count: number) => {
    const { uuid: plan, cost } = await check(count);
    const sent = await world.call('customer', 'POST', PATH, { ...request(count), plan, cost });
    expect(sent.status, sent.text).toBe(400);
  };

  test('approve beyond that day’s messages, which then have less room', async () => {
    const late = await send(6);
    await toYesterday(late.uuid);
    await cap(8);
    await send(4);
    expect((await act(late.uuid, 'approve', 'admin', {})).status).toBe(200);
    expect(await accepted()).toEqual([6, 10]);
    await refused(1);
    expect((await act(late.uuid, 'cancel')).status).toBe(200);
    expect(await accepted()).toEqual([6, 4]);
    await send(4);
    await refused(1);
    // What counts towards the provider's limit is only what was sent without approval.
    expect((await totals()).map(({ recipients }) => recipients)).toEqual([4]);
  });

  test('approve what leaves on a day to come, or today, without counting it twice', async () => {
    const [today, later] = [await send(6), await send(6, { scheduled_at: inDays(2) })];
    for (const { uuid } of [today, later]) expect((await act(uuid, 'approve', 'admin', {})).status).toBe(200);
    expect(await accepted()).toEqual([6, 6]);
  });

  test('resume beyond that day’s limits, and it counts there once', async () => {
    const held = await send(4);
    while (await expandNext(world.db)) {}
    expect((await act(held.uuid, 'pause', 'admin', {})).status).toBe(200);
    await toYesterday(held.uuid);
    await cap(5);
    await send(3);
    for (const [action, as] of [
      ['resume', 'admin'],
      ['pause', 'customer'],
      ['resume', 'customer'],
    ] as const)
      expect((await act(held.uuid, action, as, as === 'admin' ? {} : undefined)).status).toBe(200);
    expect(await accepted()).toEqual([4, 7]);
    expect((await totals()).map(({ recipients }) => recipients)).toEqual([4, 7]);
    await refused(1);
    expect((await act(held.uuid, 'stop', 'admin', { reason: 'Spam' })).status).toBe(200);
    expect(await accepted()).toEqual([4, 3]);
    expect((await totals()).map(({ recipients }) => recipients)).toEqual([4, 3]);
  });
});
