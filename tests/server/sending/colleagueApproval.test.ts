import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Overseen } from '#schema/oversight.ts';
import { teamRoles } from '#schema/teamRoles.ts';
import { outboxMails } from '../../../server/services/mail/mail.ts';
import { clearApprovalDays } from '../../../server/services/sending/approval.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';

let base: TestApp;
let world: TestApp;
let sender: string;
let owner: string;
beforeAll(async () => {
  base = await createTestApp();
});
afterAll(() => base.close());
beforeEach(async () => {
  world = await base.newCustomers();
  await staffLimit(null);
  sender = await joins('Gita Karki', 'sender');
  owner = await joins('Maya Rai', 'owner');
  expect((await setLimit(5)).status).toBe(200);
});
afterEach(async () => {
  while (await expandNext(world.db)) {}
  await audit(world.db);
});

const PATH = '/v1/sms/compose/';
const LIMIT = '/v1/autho/team/approval/';
type Answer<T> = { status: number; body: { data: T; detail?: string } };

let people = 0;
/** A colleague of the customer with a role; returns a token of theirs. */
async function joins(name: string, role: 'owner' | 'sender'): Promise<string> {
  const token = randomUUID();
  const pairs =
    role === 'owner' ? null : JSON.stringify([...teamRoles[role]].map((pair) => [...pair]).sort());
  await sql`
    WITH made AS (
      INSERT INTO users (account, name, email, role, ui_permissions, password_hash)
      SELECT account, ${name}, ${`mate-${++people}-${token}@himal.test`}, 'customer', ${pairs}::jsonb, password_hash
      FROM users WHERE email = ${world.emails.customer} RETURNING uuid)
    INSERT INTO token (hash, "user", expires_at)
    SELECT sha256(${token}::text::bytea), uuid, now() + interval '1 day' FROM made`.execute(world.db);
  return token;
}
async function as<T = Campaign>(
  token: string,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
): Promise<Answer<T>> {
  const headers = {
    authorization: `Token ${token}`,
    ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
  };
  const answer = await world.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
const setLimit = (above: number | null, token = owner) => as(token, 'PUT', LIMIT, { above });
const staffLimit = (above: number | null) =>
  sql`UPDATE provider_setting SET approval_above = ${above}`.execute(base.db);
const request = (count: number, change: object = {}) => ({
  name: 'Offer',
  sender: world.sender,
  body: 'Sale today',
  recipients: { numbers: Array.from({ length: count }, (_, i) => `98412${10_000 + i * 7}`) },
  ...change,
});
async function check(token: string, count: number, change: object = {}): Promise<Plan> {
  const answer = await as<Plan>(token, 'POST', `${PATH}plan/`, request(count, change));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}
async function send(token: string, count: number, change: object = {}): Promise<Campaign> {
  const { uuid: plan, cost } = await check(token, count, change);
  const sent = await as(token, 'POST', PATH, { ...request(count, change), plan, cost });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  return sent.body.data;
}
const decide = (token: string, uuid: string, action: 'approve' | 'reject', body: object = {}) =>
  as(token, 'POST', `${PATH}${uuid}/${action}/`, body);
const show = async (uuid: string) => (await as(owner, 'GET', `${PATH}${uuid}/`)).body.data;
const staff = (uuid: string, action: 'approve' | 'reject', body: object = {}) =>
  world.call<{ data: Overseen; detail: string }>(
    'admin',
    'POST',
    `/v1/admin/campaigns/${uuid}/${action}/`,
    body,
  );
const totals = async (table: 'colleague_day' | 'unapproved_day') => {
  const { rows } = await sql<{ n: number }>`
    SELECT recipients::int AS n FROM ${sql.table(table)} WHERE account = ${world.accounts.customer}
    ORDER BY day`.execute(world.db);
  return rows.map(({ n }) => n);
};
const balance = async () => {
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM account WHERE uuid = ${world.accounts.customer}`.execute(world.db);
  return rows[0]?.balance;
};
const yesterday = (uuid: string) =>
  sql`UPDATE campaign SET created_at = created_at - interval '1 day' WHERE uuid = ${uuid}`.execute(world.db);

test('campaigns of a sender wait once their day is above the limit, and those of owners never do', async () => {
  expect((await send(sender, 4)).status).toBe('preparing');
  expect(await send(sender, 2)).toMatchObject({ status: 'draft', waits_for: 'colleague' });
  // What waits has not used up the room that is left.
  expect(await send(sender, 1)).toMatchObject({ status: 'preparing', waits_for: null });
  expect(await send(owner, 50)).toMatchObject({ status: 'preparing', waits_for: null });
  expect((await send(sender, 1)).status).toBe('draft');
  expect(await totals('colleague_day')).toEqual([5]);
  await setLimit(null);
  expect((await send(sender, 20)).status).toBe('preparing');
});

test('the check says so in advance, to those whose campaigns may wait', async () => {
  await send(sender, 4);
  const approval = { above: 5, total: 6 };
  expect(await check(sender, 2)).toMatchObject({
    needs_approval: true,
    approval: null,
    colleague_approval: approval,
  });
  expect(await check(sender, 1)).toMatchObject({ needs_approval: false });
  expect(await check(owner, 9)).toMatchObject({ needs_approval: false, colleague_approval: null });
});

test('the page names the owners who may approve, and they get a mail', async () => {
  const { uuid } = await send(sender, 6);
  expect(await show(uuid)).toMatchObject({ maker: 'Gita Karki', approvers: ['Sita Sharma', 'Maya Rai'] });
  await vi.waitFor(async () => {
    const [mail] = await outboxMails(world.db, world.emails.customer);
    expect(mail?.subject).toBe('Waiting for your approval: Offer');
    expect(mail?.text).toContain(`/sms/${uuid}/show`);
  });
});

test('a colleague approves it, and only what was approved is sent', async () => {
  const before = await balance();
  const { uuid, cost } = await send(sender, 6);
  expect(await balance()).toBe((before ?? 0) - cost);
  expect(await expandNext(world.db)).toBe(false);
  expect(await decide(owner, uuid, 'approve')).toMatchObject({
    status: 200,
    body: { data: { status: 'preparing' } },
  });
  while (await expandNext(world.db)) {}
  expect(await show(uuid)).toMatchObject({ status: 'sending', colleague_by: 'Maya Rai', approvers: null });
  const { rows } = await sql`
    SELECT action, before, after FROM audit_entry WHERE record = ${uuid} AND action = 'approve'`.execute(
    world.db,
  );
  expect(rows).toEqual([
    {
      action: 'approve',
      before: { status: 'draft', waits_for: 'colleague' },
      after: { status: 'preparing', waits_for: null },
    },
  ]);
});

test('of two colleagues who decide at once, one does and the other is told', async () => {
  const { uuid } = await send(sender, 6);
  const other = await joins('Ravi Lama', 'owner');
  const answers = await Promise.all([
    decide(owner, uuid, 'approve'),
    decide(other, uuid, 'reject', { reason: 'Too many' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a rejected one is not sent, everything is released, and its creator reads why', async () => {
  const before = await balance();
  const { uuid } = await send(sender, 6);
  expect((await decide(owner, uuid, 'reject', { reason: ' ' })).status).toBe(400);
  expect((await decide(owner, uuid, 'reject', { reason: 'Wrong list' })).status).toBe(200);
  expect(await show(uuid)).toMatchObject({ status: 'failed', error: 'Wrong list', cancelled: 6 });
  expect(await balance()).toBe(before);
  expect(await totals('unapproved_day')).toEqual([0]);
});

test('neither its creator, nor another sender, nor another account decides', async () => {
  const { uuid } = await send(sender, 6);
  expect((await decide(sender, uuid, 'approve')).status).toBe(403);
  expect((await decide(await joins('Hari', 'sender'), uuid, 'approve')).status).toBe(403);
  expect((await world.call('other', 'POST', `${PATH}${uuid}/approve/`, {})).status).toBe(404);
  // An owner now, but still its creator.
  await sql`UPDATE users SET ui_permissions = NULL WHERE name = 'Gita Karki' AND account = ${world.accounts.customer}`.execute(
    world.db,
  );
  expect((await decide(sender, uuid, 'approve')).status).toBe(403);
  expect((await show(uuid)).status).toBe('draft');
});

test('its creator cancels it, and gets everything back', async () => {
  const before = await balance();
  const { uuid } = await send(sender, 6);
  expect((await as(sender, 'POST', `${PATH}${uuid}/cancel/`)).status).toBe(200);
  expect(await balance()).toBe(before);
  expect((await decide(owner, uuid, 'approve')).status).toBe(409);
});

test('where staff must approve too, the colleague comes first', async () => {
  await staffLimit(3);
  const { uuid } = await send(sender, 6);
  const waiting = async () =>
    (await world.call<{ data: { waiting: number } }>('admin', 'GET', '/v1/admin/campaigns/summary/')).body
      .data.waiting;
  const first = await waiting();
  expect((await staff(uuid, 'approve')).status).toBe(409);
  expect(await decide(owner, uuid, 'approve')).toMatchObject({
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
    SELECT FROM audit_entry WHERE record = ${uuid} AND action = 'approve'`.execute(world.db);
  expect(rows).toHaveLength(1);
  expect((await decide(owner, uuid, 'approve')).status).toBe(409);
  expect((await staff(uuid, 'approve')).status).toBe(200);
  expect((await show(uuid)).status).toBe('preparing');
  expect(await totals('unapproved_day')).toEqual([]);
});

test('staff can reject one that waits for a colleague, and what it counted is free again', async () => {
  await staffLimit(10);
  const { uuid } = await send(sender, 6);
  expect(await totals('unapproved_day')).toEqual([6]);
  expect((await staff(uuid, 'reject', { reason: 'Spam' })).status).toBe(200);
  expect(await totals('unapproved_day')).toEqual([0]);
});

test('approved on a later day it counts on that day, and waits for staff if their day is full', async () => {
  await staffLimit(10);
  const [one, two] = [await send(sender, 6), await send(sender, 4)];
  await setLimit(1);
  const late = await send(sender, 2);
  expect([one.status, two.status, late.status]).toEqual(['draft', 'preparing', 'draft']);
  await yesterday(one.uuid);
  await sql`UPDATE unapproved_day SET recipients = 4 WHERE account = ${world.accounts.customer}`.execute(
    world.db,
  );
  expect((await decide(owner, one.uuid, 'approve')).body.data.status).toBe('preparing');
  expect(await totals('unapproved_day')).toEqual([10]);
  expect((await as(owner, 'POST', `${PATH}${one.uuid}/cancel/`)).status).toBe(200);
  expect(await totals('unapproved_day')).toEqual([4]);
  await sql`UPDATE unapproved_day SET recipients = 9 WHERE account = ${world.accounts.customer}`.execute(
    world.db,
  );
  await yesterday(late.uuid);
  expect((await decide(owner, late.uuid, 'approve')).body.data.status).toBe('draft');
  expect((await show(late.uuid)).waits_for).toBe('provider');
});

test('a scheduled one moves with its time, and the rest of a paused one counts again', async () => {
  const scheduled_at = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const { uuid } = await send(sender, 4, { scheduled_at });
  while (await expandNext(world.db)) {}
  await send(sender, 3);
  const now = { scheduled_at: new Date(Date.now() + 60_000).toISOString() };
  const full = await as(sender, 'POST', `${PATH}${uuid}/schedule/`, now);
  expect(full).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('approval of a colleague') },
  });
  const next = { scheduled_at: new Date(Date.now() + 4 * 86_400_000).toISOString() };
  expect((await as(sender, 'POST', `${PATH}${uuid}/schedule/`, next)).status).toBe(200);
  expect(await totals('colleague_day')).toEqual([3, 0, 4]);
  const paused = (await send(sender, 2)).uuid;
  while (await expandNext(world.db)) {}
  expect((await as(sender, 'POST', `${PATH}${paused}/pause/`)).status).toBe(200);
  await yesterday(paused);
  const resumed = await as(sender, 'POST', `${PATH}${paused}/resume/`);
  expect(resumed).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('approval of a colleague') },
  });
});

test('of many at once only as many pass as there is room', async () => {
  const plans = await Promise.all(Array.from({ length: 5 }, () => check(sender, 2)));
  const sent = await Promise.all(
    plans.map(({ uuid: plan, cost }) => as(sender, 'POST', PATH, { ...request(2), plan, cost })),
  );
  expect(sent.filter(({ body }) => body.data.status === 'preparing')).toHaveLength(2);
});

test('the limit is set by owners alone, is in the audit log, and refuses what is no limit', async () => {
  expect((await as<{ above: number }>(owner, 'GET', LIMIT)).body.data).toEqual({ above: 5 });
  expect((await setLimit(7, sender)).status).toBe(403);
  expect((await setLimit(-1)).status).toBe(400);
  expect((await world.call('admin', 'PUT', LIMIT, { above: 1 })).status).toBe(403);
  expect((await setLimit(0)).status).toBe(200);
  expect((await send(sender, 1)).status).toBe('draft');
  const { rows } = await sql`
    SELECT before, after FROM audit_entry WHERE record = ${world.accounts.customer} ORDER BY uuid DESC LIMIT 1`.execute(
    world.db,
  );
  expect(rows).toEqual([{ before: { colleague_approval_above: 5 }, after: { colleague_approval_above: 0 } }]);
});

test('a campaign of the previous version is as before: staff approve it, and its day is its own', async () => {
  await staffLimit(3);
  const { uuid } = await send(owner, 6);
  await sql`UPDATE campaign SET needs_colleague = NULL, needs_staff = NULL WHERE uuid = ${uuid}`.execute(
    world.db,
  );
  expect((await show(uuid)).waits_for).toBe('provider');
  expect((await staff(uuid, 'approve')).status).toBe(200);
  const second = await send(owner, 2);
  await sql`UPDATE campaign SET needs_colleague = NULL, needs_staff = NULL WHERE uuid = ${second.uuid}`.execute(
    world.db,
  );
  expect((await as(owner, 'POST', `${PATH}${second.uuid}/cancel/`)).status).toBe(200);
  expect(await totals('unapproved_day')).toEqual([0]);
});

test('past days are removed', async () => {
  await send(sender, 2);
  await sql`UPDATE colleague_day SET day = day - 1`.execute(world.db);
  await clearApprovalDays(world.db);
  expect(await totals('colleague_day')).toEqual([]);
});
