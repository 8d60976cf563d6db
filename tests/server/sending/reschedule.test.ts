import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { startDue } from '../../../server/services/sending/dueWork.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

let base: TestApp;
let world: TestApp;
beforeAll(async () => {
  base = await createTestApp();
});
afterAll(() => base.close());
beforeEach(async () => {
  world = await base.newCustomers();
  await limit(null);
});
afterEach(() => audit(world.db));

const PATH = '/v1/sms/compose/';
const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const limit = (above: number | null) =>
  sql`UPDATE provider_setting SET approval_above = ${above}`.execute(base.db);

async function schedule(count: number, scheduled_at: string | null): Promise<Campaign> {
  const numbers = Array.from({ length: count }, (_, n) => `98412${10_000 + n}`);
  const body = { name: 'Offer', sender: world.sender, body: 'Sale', recipients: { numbers }, scheduled_at };
  const sent = await world.call<{ data: Campaign }>('customer', 'POST', PATH, {
    ...body,
    max_cost: 1_000_000,
  });
  expect(sent.status, sent.text).toBe(201);
  while (await expandNext(world.db)) {}
  return sent.body.data;
}
interface Answer {
  data: Campaign;
  code: string;
  errors: Record<string, string[]>;
}
const move = (uuid: string, scheduled_at: string | null, as: User = 'customer') =>
  world.call<Answer>(as, 'POST', `${PATH}${uuid}/schedule/`, { scheduled_at });
const shown = async (uuid: string) =>
  (await world.call<{ data: Campaign }>('customer', 'GET', `${PATH}${uuid}/`)).body.data;
const totals = async () => {
  const { rows } = await sql<{ recipients: number }>`
    SELECT recipients::int AS recipients FROM unapproved_day
    WHERE account = ${world.accounts.customer} ORDER BY day`.execute(world.db);
  return rows.map(({ recipients }) => recipients);
};

test('a scheduled campaign gets another time; text, recipients and money stay', async () => {
  const { uuid } = await schedule(3, inDays(1));
  const before = await shown(uuid);
  const at = inDays(3);
  const { status, body } = await move(uuid, at);
  expect(status).toBe(200);
  expect(body.data).toEqual({ ...before, scheduled_at: at, updated_at: body.data.updated_at });
  await startDue(world.db);
  expect((await shown(uuid)).status).toBe('scheduled');
  const { rows } = await sql<{ before: unknown; after: unknown }>`
    SELECT before, after FROM audit_entry WHERE record = ${uuid} AND action = 'reschedule'`.execute(world.db);
  expect(rows).toEqual([{ before: { scheduled_at: before.scheduled_at }, after: { scheduled_at: at } }]);
});

test('without a time it is sent now', async () => {
  const { uuid } = await schedule(3, inDays(1));
  expect((await move(uuid, null)).status).toBe(200);
  await startDue(world.db);
  expect((await shown(uuid)).status).toBe('sending');
});

test('what has begun, has ended or is due keeps its time', async () => {
  const sending = await schedule(1, null);
  expect((await move(sending.uuid, inDays(1))).body).toMatchObject({ code: 'conflict' });
  const { uuid } = await schedule(1, inDays(1));
  await sql`UPDATE campaign SET scheduled_at = now() WHERE uuid = ${uuid}`.execute(world.db);
  expect((await move(uuid, inDays(1))).body).toMatchObject({ code: 'conflict' });
  await world.call('customer', 'POST', `${PATH}${uuid}/cancel/`, {});
  expect((await move(uuid, inDays(1))).body).toMatchObject({ code: 'conflict' });
});

test('a time that has passed is refused at its field, and changes nothing', async () => {
  const { uuid, scheduled_at } = await schedule(1, inDays(1));
  const { status, body } = await move(uuid, inDays(-1));
  expect([status, Object.keys(body.errors)]).toEqual([400, ['scheduled_at']]);
  expect((await shown(uuid)).scheduled_at).toBe(scheduled_at);
});

test('another account’s campaign is not found', async () => {
  const { uuid } = await schedule(1, inDays(1));
  expect((await move(uuid, inDays(2), 'other')).status).toBe(404);
});

describe('with a limit of messages a day without approval', () => {
  test('it counts on its new day instead of the old one', async () => {
    await limit(5);
    const { uuid } = await schedule(3, inDays(1));
    expect(await totals()).toEqual([3]);
    expect((await move(uuid, inDays(2))).status).toBe(200);
    expect(await totals()).toEqual([0, 3]);
    await world.call('customer', 'POST', `${PATH}${uuid}/cancel/`, {});
    expect(await totals()).toEqual([0, 0]);
  });

  test('a day without room refuses it, and nothing is changed', async () => {
    await limit(5);
    await schedule(4, inDays(2));
    const { uuid, scheduled_at } = await schedule(3, inDays(1));
    expect((await move(uuid, inDays(2))).body).toMatchObject({ code: 'conflict' });
    expect(await totals()).toEqual([3, 4]);
    expect((await shown(uuid)).scheduled_at).toBe(scheduled_at);
  });

  test('of two that move to the same day at once, only what has room moves', async () => {
    await limit(5);
    const made = [await schedule(3, inDays(1)), await schedule(3, inDays(2))];
    const answers = await Promise.all(made.map(({ uuid }) => move(uuid, inDays(3))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await totals()).reduce((sum, one) => sum + one, 0)).toBe(6);
  });

  test('one that waits for approval changes its time without counting', async () => {
    await limit(2);
    const { uuid, status } = await schedule(3, inDays(1));
    expect(status).toBe('draft');
    const at = inDays(2);
    expect((await move(uuid, at)).body.data).toMatchObject({ status: 'draft', scheduled_at: at });
    expect((await move(uuid, null)).body.data).toMatchObject({ status: 'draft', scheduled_at: null });
    expect(await totals()).toEqual([]);
  });
});
