import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { outboxMails } from '../../../server/services/mail/mail.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { LIMIT, PATH, setUpColleagues } from './colleagueSetup.ts';

const setup = setUpColleagues();
const { joins, as, setLimit, request, check, send, decide, show, totals } = setup;

const balance = async () => {
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM account WHERE uuid = ${setup.world.accounts.customer}`.execute(setup.world.db);
  return rows[0]?.balance;
};

test('campaigns of a sender wait once their day is above the limit, and those of owners never do', async () => {
  expect((await send(setup.sender, 4)).status).toBe('preparing');
  expect(await send(setup.sender, 2)).toMatchObject({ status: 'draft', waits_for: 'colleague' });
  // What waits has not used up the room that is left.
  expect(await send(setup.sender, 1)).toMatchObject({ status: 'preparing', waits_for: null });
  expect(await send(setup.owner, 50)).toMatchObject({ status: 'preparing', waits_for: null });
  expect((await send(setup.sender, 1)).status).toBe('draft');
  expect(await totals('colleague_day')).toEqual([5]);
  await setLimit(null);
  expect((await send(setup.sender, 20)).status).toBe('preparing');
});

test('the check says so in advance, to those whose campaigns may wait', async () => {
  await send(setup.sender, 4);
  const approval = { above: 5, total: 6 };
  expect(await check(setup.sender, 2)).toMatchObject({
    needs_approval: true,
    approval: null,
    colleague_approval: approval,
  });
  expect(await check(setup.sender, 1)).toMatchObject({ needs_approval: false });
  expect(await check(setup.owner, 9)).toMatchObject({ needs_approval: false, colleague_approval: null });
});

test('the page names the owners who may approve, and they get a mail', async () => {
  const { uuid } = await send(setup.sender, 6);
  expect(await show(uuid)).toMatchObject({ maker: 'Gita Karki', approvers: ['Sita Sharma', 'Maya Rai'] });
  await vi.waitFor(async () => {
    const [mail] = await outboxMails(setup.world.db, setup.world.emails.customer);
    expect(mail?.subject).toBe('Waiting for your approval: Offer');
    expect(mail?.text).toContain(`/sms/${uuid}/show`);
  });
});

test('a colleague approves it, and only what was approved is sent', async () => {
  const before = await balance();
  const { uuid, cost } = await send(setup.sender, 6);
  expect(await balance()).toBe((before ?? 0) - cost);
  expect(await expandNext(setup.world.db)).toBe(false);
  expect(await decide(setup.owner, uuid, 'approve')).toMatchObject({
    status: 200,
    body: { data: { status: 'preparing' } },
  });
  while (await expandNext(setup.world.db)) {}
  expect(await show(uuid)).toMatchObject({ status: 'sending', colleague_by: 'Maya Rai', approvers: null });
  const { rows } = await sql`
    SELECT action, before, after FROM audit_entry WHERE record = ${uuid} AND action = 'approve'`.execute(
    setup.world.db,
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
  const { uuid } = await send(setup.sender, 6);
  const other = await joins('Ravi Lama', 'owner');
  const answers = await Promise.all([
    decide(setup.owner, uuid, 'approve'),
    decide(other, uuid, 'reject', { reason: 'Too many' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a rejected one is not sent, everything is released, and its creator reads why', async () => {
  const before = await balance();
  const { uuid } = await send(setup.sender, 6);
  expect((await decide(setup.owner, uuid, 'reject', { reason: ' ' })).status).toBe(400);
  expect((await decide(setup.owner, uuid, 'reject', { reason: 'Wrong list' })).status).toBe(200);
  expect(await show(uuid)).toMatchObject({
    ...{ status: 'failed', not_approved: true, error: 'Wrong list', cancelled: 6 },
  });
  expect(await balance()).toBe(before);
  expect(await totals('unapproved_day')).toEqual([0]);
});

test('neither its creator, nor another sender, nor another account decides', async () => {
  const { uuid } = await send(setup.sender, 6);
  expect((await decide(setup.sender, uuid, 'approve')).status).toBe(403);
  expect((await decide(await joins('Hari', 'sender'), uuid, 'approve')).status).toBe(403);
  expect((await setup.world.call('other', 'POST', `${PATH}${uuid}/approve/`, {})).status).toBe(404);
  // An owner now, but still its creator.
  await sql`UPDATE users SET ui_permissions = NULL WHERE name = 'Gita Karki' AND account = ${setup.world.accounts.customer}`.execute(
    setup.world.db,
  );
  expect((await decide(setup.sender, uuid, 'approve')).status).toBe(403);
  expect((await show(uuid)).status).toBe('draft');
});

test('its creator cancels it, and gets everything back', async () => {
  const before = await balance();
  const { uuid } = await send(setup.sender, 6);
  expect((await as(setup.sender, 'POST', `${PATH}${uuid}/cancel/`)).status).toBe(200);
  expect(await balance()).toBe(before);
  expect((await decide(setup.owner, uuid, 'approve')).status).toBe(409);
});

test('of many at once only as many pass as there is room', async () => {
  const plans = await Promise.all(Array.from({ length: 5 }, () => check(setup.sender, 2)));
  const sent = await Promise.all(
    plans.map(({ uuid: plan, cost }) => as(setup.sender, 'POST', PATH, { ...request(2), plan, cost })),
  );
  expect(sent.filter(({ body }) => body.data.status === 'preparing')).toHaveLength(2);
});

test('the limit is set by owners alone, is in the audit log, and refuses what is no limit', async () => {
  expect((await as<{ above: number }>(setup.owner, 'GET', LIMIT)).body.data).toEqual({ above: 5 });
  expect((await setLimit(7, setup.sender)).status).toBe(403);
  expect((await setLimit(-1)).status).toBe(400);
  expect((await setup.world.call('admin', 'PUT', LIMIT, { above: 1 })).status).toBe(403);
  expect((await setLimit(0)).status).toBe(200);
  expect((await send(setup.sender, 1)).status).toBe('draft');
  const { rows } = await sql`
    SELECT before, after FROM audit_entry WHERE record = ${setup.world.accounts.customer} ORDER BY uuid DESC LIMIT 1`.execute(
    setup.world.db,
  );
  expect(rows).toEqual([{ before: { colleague_approval_above: 5 }, after: { colleague_approval_above: 0 } }]);
});
