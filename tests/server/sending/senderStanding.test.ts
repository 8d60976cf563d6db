import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failure } from '#schema/entity.ts';
import type { SenderRequest } from '#schema/senderIdentity.ts';
import { sendingCampaigns } from '../../../server/services/sending/claims.ts';
import { pauseSuspended } from '../../../server/services/sending/senderStanding.ts';
import type { User } from '../../support/app.ts';
import { patience } from '../../support/linkWorld.ts';
import { COMPOSE, STAFF, setUpSenderIds, WINDOW } from './senderStandingSetup.ts';

const setup = setUpSenderIds();
const { startSending, request, show, lines } = setup;

const act = (
  action: 'suspend' | 'restore',
  reason = 'Complaints',
  as: User = 'admin',
  uuid = setup.world.sender,
) =>
  setup.world.call<{ data: SenderRequest } & Failure>(as, 'POST', `${STAFF}${uuid}/${action}/`, { reason });

const compose = (change: object = {}) =>
  setup.world.call<{ data: Campaign } & Failure>('customer', 'POST', COMPOSE, request(change));
const plan = () => {
  const { max_cost: _, ...asked } = request();
  return setup.world.call<{ data: Plan } & Failure>('customer', 'POST', `${COMPOSE}plan/`, asked);
};

const steer = (uuid: string, action: string) =>
  setup.world.call<{ data: Campaign } & Failure>('customer', 'POST', `${COMPOSE}${uuid}/${action}/`);

const mails = async () =>
  (
    await sql<{ subject: string; text: string }>`
      SELECT subject, text FROM mail WHERE kind = 'sender-decided' AND sent_at IS NOT NULL ORDER BY uuid DESC`.execute(
      setup.world.db,
    )
  ).rows;

test('one that is not approved yet cannot be suspended', async () => {
  await sql`UPDATE sender_identity SET status = 'pending' WHERE uuid = ${setup.world.sender}`.execute(
    setup.world.db,
  );
  const { status, body } = await act('suspend');
  expect([status, body.detail]).toEqual([409, 'This sender ID is not approved.']);
});

describe('a suspended sender ID', () => {
  test('is not chosen, planned or sent from; its customer reads why and is mailed, and so when it is restored', async () => {
    const { status, body } = await act('suspend', 'Complaints about lottery messages');
    expect([status, body.data]).toMatchObject([
      200,
      { status: 'suspended', reason: 'Complaints about lottery messages', suspended_at: expect.any(String) },
    ]);
    const [planned, sent] = [await plan(), await compose()];
    for (const refused of [planned, sent]) {
      expect([refused.status, refused.body.errors?.sender]).toEqual([
        400,
        ['This sender ID is suspended. Choose another one, or ask your provider.'],
      ]);
    }
    const own = await setup.world.call('customer', 'GET', `/v1/sms/identities/${setup.world.sender}/`);
    expect(own.body).toMatchObject({
      data: { status: 'suspended', reason: 'Complaints about lottery messages' },
    });
    expect((await mails())[0]).toMatchObject({
      subject: 'Sender ID DEMO suspended',
      text: expect.stringContaining('Complaints about lottery messages'),
    });

    expect((await act('restore', 'Settled with the operator')).body.data).toMatchObject({
      status: 'approved',
      reason: 'Settled with the operator',
    });
    expect((await mails())[0]?.subject).toBe('Sender ID DEMO restored');
    expect((await plan()).status).toBe(200);
    expect((await lines(setup.world.sender)).slice(-2)).toMatchObject([
      {
        action: 'suspend',
        account: setup.world.accounts.customer,
        before: { status: 'approved' },
        after: { status: 'suspended', reason: 'Complaints about lottery messages', campaigns_paused: 0 },
      },
      { action: 'restore', before: { status: 'suspended' }, after: { status: 'approved' } },
    ]);
  });

  test('stops its campaigns, which continue when it is restored and they are resumed', async () => {
    setup.operator.hold();
    const before = setup.operator.submits.length;
    const { uuid } = (await compose()).body.data;
    await vi.waitFor(() => expect(setup.operator.unanswered).toBe(WINDOW), patience);
    expect((await act('suspend')).status).toBe(200);
    setup.operator.open();
    await vi.waitFor(async () => {
      expect(await show(uuid)).toMatchObject({ status: 'paused', sender_suspended: true });
      expect(setup.operator.unanswered).toBe(0);
    }, patience);
    expect(await show(uuid)).toMatchObject({ error: 'Its sender ID was suspended.', held: false });
    expect((await lines(setup.world.sender)).at(-1)).toMatchObject({ after: { campaigns_paused: 1 } });
    const refused = await steer(uuid, 'resume');
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The sender ID of this campaign is suspended. The campaign can be resumed when your provider has restored it.',
    ]);
    expect(setup.operator.submits.length - before).toBeLessThan(20);

    await act('restore');
    expect(await show(uuid)).toMatchObject({ status: 'paused', sender_suspended: false });
    expect((await steer(uuid, 'resume')).body.data).toMatchObject({ error: null });
    await vi.waitFor(async () => expect((await show(uuid)).queued).toBe(0), patience);
    expect(setup.operator.submits.length - before).toBe(20);
  });

  test('sends no scheduled campaign, even when its time comes', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { uuid } = (await compose({ scheduled_at: later })).body.data;
    await vi.waitFor(async () => expect((await show(uuid)).status).toBe('scheduled'), patience);
    await act('suspend');
    expect(await show(uuid)).toMatchObject({ status: 'scheduled', sender_suspended: true });
    const before = setup.operator.submits.length;
    await sql`UPDATE campaign SET scheduled_at = now() WHERE uuid = ${uuid}`.execute(setup.world.db);
    await vi.waitFor(async () => expect((await show(uuid)).status).toBe('paused'), patience);
    expect(await show(uuid)).toMatchObject({ error: 'Its sender ID was suspended.', queued: 20 });

    // What begins a moment before the tick is not claimed either.
    await setup.worker.stop();
    await sql`UPDATE campaign SET status = 'sending' WHERE uuid = ${uuid}`.execute(setup.world.db);
    expect(await sendingCampaigns(setup.world.db, 'held')).toEqual([]);
    expect(await pauseSuspended(setup.world.db)).toBe(1);
    expect(setup.operator.submits.length).toBe(before);
    expect((await steer(uuid, 'cancel')).status).toBe(200);
    // Who ended it was its customer, and no reason of the provider's is left.
    expect(await show(uuid)).toMatchObject({ sender_suspended: false, error: null });
    setup.worker = await startSending();
  });

  test('is for staff who may decide, with a reason, and once', async () => {
    expect((await act('suspend', 'x', 'support')).status).toBe(403);
    expect((await act('suspend', 'x', 'customer')).status).toBe(403);
    expect((await act('suspend', ' ')).body.errors?.reason).toEqual(['Required']);
    expect((await act('restore')).status).toBe(409);
    const both = await Promise.all([act('suspend'), act('suspend')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await act('suspend', 'x', 'admin', setup.world.accounts.other)).status).toBe(404);
  });
});
