import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Overseen } from '#schema/oversight.ts';
import { clearDays } from '../../../server/services/sending/campaignDays.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { PATH, setUpColleagues } from './colleagueSetup.ts';

const setup = setUpColleagues();
const { as, setLimit, staffLimit, send, decide, show, totals } = setup;

const staff = (uuid: string, action: 'approve' | 'reject', body: object = {}) =>
  setup.world.call<{ data: Overseen; detail: string }>(
    'admin',
    'POST',
    `/v1/admin/campaigns/${uuid}/${action}/`,
    body,
  );

const yesterday = (uuid: string) =>
  sql`UPDATE campaign SET created_at = created_at - interval '1 day' WHERE uuid = ${uuid}`.execute(
    setup.world.db,
  );

test('where staff must approve too, the colleague comes first', async () => {
  await staffLimit(3);
  const { uuid } = await send(setup.sender, 6);
  const waiting = async () =>
    (await setup.world.call<{ data: { waiting: number } }>('admin', 'GET', '/v1/admin/campaigns/summary/'))
      .body.data.waiting;
  const first = await waiting();
  expect((await staff(uuid, 'approve')).status).toBe(409);
  expect(await decide(setup.owner, uuid, 'approve')).toMatchObject({
    status: 200,
    body: { data: { status: 'draft' } },
  });
  expect(await show(uuid)).toMatchObject({
    status: 'draft',
    waits_for: 'provider',
    colleague_by: 'Maya Rai',
  });
  expect(await waiting()).toBe(first + 1);
  const { rows } = await sql`
    SELECT FROM audit_entry WHERE record = ${uuid} AND action = 'approve'`.execute(setup.world.db);
  expect(rows).toHaveLength(1);
  expect((await decide(setup.owner, uuid, 'approve')).status).toBe(409);
  expect((await staff(uuid, 'approve')).status).toBe(200);
  expect((await show(uuid)).status).toBe('preparing');
  expect(await totals('unapproved_day')).toEqual([]);
});

test('staff can reject one that waits for a colleague, and what it counted is free again', async () => {
  await staffLimit(10);
  const { uuid } = await send(setup.sender, 6);
  expect(await totals('unapproved_day')).toEqual([6]);
  expect((await staff(uuid, 'reject', { reason: 'Spam' })).status).toBe(200);
  expect(await totals('unapproved_day')).toEqual([0]);
});

test('approved on a later day it counts on that day, and waits for staff if their day is full', async () => {
  await staffLimit(10);
  const [one, two] = [await send(setup.sender, 6), await send(setup.sender, 4)];
  await setLimit(1);
  const late = await send(setup.sender, 2);
  expect([one.status, two.status, late.status]).toEqual(['draft', 'preparing', 'draft']);
  await yesterday(one.uuid);
  await sql`UPDATE unapproved_day SET recipients = 4 WHERE account = ${setup.world.accounts.customer}`.execute(
    setup.world.db,
  );
  expect((await decide(setup.owner, one.uuid, 'approve')).body.data.status).toBe('preparing');
  expect(await totals('unapproved_day')).toEqual([10]);
  expect((await as(setup.owner, 'POST', `${PATH}${one.uuid}/cancel/`)).status).toBe(200);
  expect(await totals('unapproved_day')).toEqual([4]);
  await sql`UPDATE unapproved_day SET recipients = 9 WHERE account = ${setup.world.accounts.customer}`.execute(
    setup.world.db,
  );
  await yesterday(late.uuid);
  expect((await decide(setup.owner, late.uuid, 'approve')).body.data.status).toBe('draft');
  expect((await show(late.uuid)).waits_for).toBe('provider');
});

test('approved on a later day it counts towards that day’s limit of messages, and needs room there', async () => {
  const { db, accounts } = setup.world;
  await setLimit(1);
  const { uuid } = await send(setup.sender, 4);
  await yesterday(uuid);
  await sql`UPDATE accepted_day SET day = day - 1 WHERE account = ${accounts.customer}`.execute(db);
  await sql`UPDATE account SET daily_cap = 5 WHERE uuid = ${accounts.customer}`.execute(db);
  const today = await send(setup.owner, 2);
  expect(await decide(setup.owner, uuid, 'approve')).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('daily limit') },
  });
  expect((await show(uuid)).status).toBe('draft');
  expect((await as(setup.owner, 'POST', `${PATH}${today.uuid}/cancel/`)).status).toBe(200);
  expect((await decide(setup.owner, uuid, 'approve')).body.data.status).toBe('preparing');
  const more = { ...setup.request(2), max_cost: 1_000_000 };
  expect((await as(setup.owner, 'POST', PATH, more)).status).toBe(400);
  expect((await as(setup.owner, 'POST', `${PATH}${uuid}/cancel/`)).status).toBe(200);
  await send(setup.owner, 5);
  expect((await as(setup.owner, 'POST', PATH, more)).status).toBe(400);
});

test('what staff approve on a later day counts towards the colleagues’ limit of that day', async () => {
  await staffLimit(3);
  const { uuid } = await send(setup.sender, 4);
  expect((await show(uuid)).waits_for).toBe('provider');
  await yesterday(uuid);
  await sql`UPDATE colleague_day SET day = day - 1`.execute(setup.world.db);
  expect((await staff(uuid, 'approve')).status).toBe(200);
  expect(await totals('colleague_day')).toEqual([4, 4]);
  expect((await show((await send(setup.sender, 2)).uuid)).waits_for).toBe('colleague');
  expect((await as(setup.owner, 'POST', `${PATH}${uuid}/cancel/`)).status).toBe(200);
  expect(await totals('colleague_day')).toEqual([4, 0]);
});

test('a scheduled one moves with its time, and the rest of a paused one counts again', async () => {
  const scheduled_at = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const { uuid } = await send(setup.sender, 4, { scheduled_at });
  while (await expandNext(setup.world.db)) {}
  await send(setup.sender, 3);
  const now = { scheduled_at: new Date(Date.now() + 60_000).toISOString() };
  const full = await as(setup.sender, 'POST', `${PATH}${uuid}/schedule/`, now);
  expect(full).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('approval of a colleague') },
  });
  const next = { scheduled_at: new Date(Date.now() + 4 * 86_400_000).toISOString() };
  expect((await as(setup.sender, 'POST', `${PATH}${uuid}/schedule/`, next)).status).toBe(200);
  expect(await totals('colleague_day')).toEqual([3, 0, 4]);
  const paused = (await send(setup.sender, 2)).uuid;
  while (await expandNext(setup.world.db)) {}
  expect((await as(setup.sender, 'POST', `${PATH}${paused}/pause/`)).status).toBe(200);
  await yesterday(paused);
  const resumed = await as(setup.sender, 'POST', `${PATH}${paused}/resume/`);
  expect(resumed).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('approval of a colleague') },
  });
});

test('a campaign of the previous version is as before: staff approve it, and its day is its own', async () => {
  await staffLimit(3);
  const { uuid } = await send(setup.owner, 6);
  await sql`UPDATE campaign SET needs_colleague = NULL, needs_staff = NULL WHERE uuid = ${uuid}`.execute(
    setup.world.db,
  );
  expect((await show(uuid)).waits_for).toBe('provider');
  expect((await staff(uuid, 'approve')).status).toBe(200);
  const second = await send(setup.owner, 2);
  await sql`UPDATE campaign SET needs_colleague = NULL, needs_staff = NULL WHERE uuid = ${second.uuid}`.execute(
    setup.world.db,
  );
  expect((await as(setup.owner, 'POST', `${PATH}${second.uuid}/cancel/`)).status).toBe(200);
  expect(await totals('unapproved_day')).toEqual([0]);
});

test('past days are removed', async () => {
  await send(setup.sender, 2);
  await sql`UPDATE colleague_day SET day = day - 1`.execute(setup.world.db);
  await clearDays(setup.world.db);
  expect(await totals('colleague_day')).toEqual([]);
});
