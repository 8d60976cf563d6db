import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failure } from '#schema/entity.ts';
import type { SenderRequest } from '#schema/senderIdentity.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { startWorker, type Worker } from '../../../server/jobs/worker.ts';
import { sendingCampaigns } from '../../../server/services/sending/claims.ts';
import { pauseSuspended } from '../../../server/services/sending/senderStanding.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { pdf } from '../../support/documents.ts';
import { type HeldOperator, startHeldOperator } from '../../support/heldOperator.ts';
import { ncell, ntc, patience } from '../../support/linkWorld.ts';

const WINDOW = 5;
const STAFF = '/v1/sms/sender-identities/';
const COMPOSE = '/v1/sms/compose/';
const settings = { DISPATCH_BATCH: 20 };

let base: TestApp;
/** With new customers, and so another sender ID, for every test. */
let world: TestApp;
let database: Database;
let operator: HeldOperator;
let worker: Worker;
const startSending = () => {
  const links = [{ name: 'held', url: `${operator.url}?window=${WINDOW}` }];
  return startWorker(database, links, settings, pino({ level: 'silent' }));
};
beforeAll(async () => {
  [base, operator] = await Promise.all([createTestApp(), startHeldOperator()]);
  database = openDatabase(base.url, 10, () => {});
  worker = await startSending();
});
afterAll(async () => {
  operator?.open();
  await worker?.stop();
  await operator?.close();
  await database?.close();
  await audit(base.db);
  expect(base.undocumented()).toEqual([]);
  await base?.close();
});
beforeEach(async () => {
  operator.open();
  world = await base.newCustomers();
});

const act = (action: 'suspend' | 'restore', reason = 'Complaints', as: User = 'admin', uuid = world.sender) =>
  world.call<{ data: SenderRequest } & Failure>(as, 'POST', `${STAFF}${uuid}/${action}/`, { reason });
let made = 0;
const request = (change: object = {}) => ({
  ...{ name: `C${++made}`, sender: world.sender, body: `Text ${made}`, max_cost: 10_000 },
  ...{ recipients: { numbers: ntc(20) }, ...change },
});
const compose = (change: object = {}) =>
  world.call<{ data: Campaign } & Failure>('customer', 'POST', COMPOSE, request(change));
const plan = () => {
  const { max_cost: _, ...asked } = request();
  return world.call<{ data: Plan } & Failure>('customer', 'POST', `${COMPOSE}plan/`, asked);
};
const show = async (uuid: string) =>
  (await world.call<{ data: Campaign }>('customer', 'GET', `${COMPOSE}${uuid}/`)).body.data;
const steer = (uuid: string, action: string) =>
  world.call<{ data: Campaign } & Failure>('customer', 'POST', `${COMPOSE}${uuid}/${action}/`);
const lines = async (record: string) =>
  (
    await sql<{ action: string; account: string; before: object; after: object }>`
      SELECT action, account, before, after FROM audit_entry WHERE record = ${record} ORDER BY uuid`.execute(
      world.db,
    )
  ).rows;
const mails = async () =>
  (
    await sql<{ subject: string; text: string }>`
      SELECT subject, text FROM mail WHERE kind = 'sender-decided' AND sent_at IS NOT NULL ORDER BY uuid DESC`.execute(
      world.db,
    )
  ).rows;

test('one that is not approved yet cannot be suspended', async () => {
  await sql`UPDATE sender_identity SET status = 'pending' WHERE uuid = ${world.sender}`.execute(world.db);
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
    const own = await world.call('customer', 'GET', `/v1/sms/identities/${world.sender}/`);
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
    expect((await lines(world.sender)).slice(-2)).toMatchObject([
      {
        action: 'suspend',
        account: world.accounts.customer,
        before: { status: 'approved' },
        after: { status: 'suspended', reason: 'Complaints about lottery messages', campaigns_paused: 0 },
      },
      { action: 'restore', before: { status: 'suspended' }, after: { status: 'approved' } },
    ]);
  });

  test('stops what it is sending, which goes on when it is restored and resumed', async () => {
    operator.hold();
    const before = operator.submits.length;
    const { uuid } = (await compose()).body.data;
    await vi.waitFor(() => expect(operator.unanswered).toBe(WINDOW), patience);
    expect((await act('suspend')).status).toBe(200);
    operator.open();
    await vi.waitFor(async () => {
      expect(await show(uuid)).toMatchObject({ status: 'paused', sender_suspended: true });
      expect(operator.unanswered).toBe(0);
    }, patience);
    expect(await show(uuid)).toMatchObject({ error: 'Its sender ID was suspended.', held: false });
    expect((await lines(world.sender)).at(-1)).toMatchObject({ after: { campaigns_paused: 1 } });
    const refused = await steer(uuid, 'resume');
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The sender ID of this campaign is suspended. The campaign can be resumed when your provider has restored it.',
    ]);
    expect(operator.submits.length - before).toBeLessThan(20);

    await act('restore');
    expect(await show(uuid)).toMatchObject({ status: 'paused', sender_suspended: false });
    expect((await steer(uuid, 'resume')).body.data).toMatchObject({ error: null });
    await vi.waitFor(async () => expect((await show(uuid)).queued).toBe(0), patience);
    expect(operator.submits.length - before).toBe(20);
  });

  test('lets nothing go that was scheduled, however its time comes', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { uuid } = (await compose({ scheduled_at: later })).body.data;
    await vi.waitFor(async () => expect((await show(uuid)).status).toBe('scheduled'), patience);
    await act('suspend');
    expect(await show(uuid)).toMatchObject({ status: 'scheduled', sender_suspended: true });
    const before = operator.submits.length;
    await sql`UPDATE campaign SET scheduled_at = now() WHERE uuid = ${uuid}`.execute(world.db);
    await vi.waitFor(async () => expect((await show(uuid)).status).toBe('paused'), patience);
    expect(await show(uuid)).toMatchObject({ error: 'Its sender ID was suspended.', queued: 20 });

    // What begins a moment before the tick is not claimed either.
    await worker.stop();
    await sql`UPDATE campaign SET status = 'sending' WHERE uuid = ${uuid}`.execute(world.db);
    expect(await sendingCampaigns(world.db, 'held')).toEqual([]);
    expect(await pauseSuspended(world.db)).toBe(1);
    expect(operator.submits.length).toBe(before);
    expect((await steer(uuid, 'cancel')).status).toBe(200);
    // Who ended it was its customer, and no reason of the provider's is left.
    expect(await show(uuid)).toMatchObject({ sender_suspended: false, error: null });
    worker = await startSending();
  });

  test('is for staff who may decide, with a reason, and once', async () => {
    expect((await act('suspend', 'x', 'support')).status).toBe(403);
    expect((await act('suspend', 'x', 'customer')).status).toBe(403);
    expect((await act('suspend', ' ')).body.errors?.reason).toEqual(['Required']);
    expect((await act('restore')).status).toBe(409);
    const both = await Promise.all([act('suspend'), act('suspend')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await act('suspend', 'x', 'admin', world.accounts.other)).status).toBe(404);
  });
});

describe('the approvals of operators', () => {
  const set = (approvals: object[], as: User = 'admin', uuid = world.sender) =>
    world.call<{ data: SenderRequest } & Failure>(as, 'PUT', `${STAFF}${uuid}/approvals/`, { approvals });

  test('are written by staff, replaced as a whole, read by the customer, and in the audit log', async () => {
    const all = (operator: string) => ({ operator, status: 'approved', reference: null, document: null });
    const ntcApproved = { operator: 'ntc', status: 'approved', reference: 'NTC/2083/114', document: null };
    const first = await set([{ operator: 'ncell', status: 'requested', reference: ' ' }, ntcApproved]);
    const both = [ntcApproved, { ...all('ncell'), status: 'requested' }];
    expect([first.status, first.body.data.approvals]).toEqual([200, both]);
    const own = await world.call('customer', 'GET', `/v1/sms/identities/${world.sender}/`);
    expect(own.body).toMatchObject({ data: { approvals: both } });
    expect((await set([ntcApproved])).body.data.approvals).toEqual([ntcApproved]);
    await set([ntcApproved]);
    expect((await lines(world.sender)).filter(({ action }) => action === 'update')).toMatchObject([
      // Its approval counted for all of them.
      { before: { approvals: ['ntc', 'ncell', 'smart', 'hello'].map(all) }, after: { approvals: both } },
      { before: { approvals: both }, after: { approvals: [ntcApproved] } },
    ]);
  });

  describe('decide where messages go', () => {
    const approve = (...operators: string[]) =>
      set(operators.map((operator) => ({ operator, status: 'approved' })));
    const mixed = () => request({ recipients: { numbers: [...ntc(3), ...ncell(2)] } });
    const planned = async (asked: object) => {
      const { max_cost: _, ...body } = asked as { max_cost?: number };
      return (await world.call<{ data: Plan }>('customer', 'POST', `${COMPOSE}plan/`, body)).body.data;
    };

    test('a plan counts whose operator has not approved the sender ID, at no cost, and offers another', async () => {
      const asked = mixed();
      const whole = await planned(asked);
      expect(whole).toMatchObject({ recipients: 5, sender_check: null });
      await set([
        { operator: 'ntc', status: 'approved' },
        { operator: 'ncell', status: 'rejected' },
      ]);
      const part = await planned(asked);
      expect(part).toMatchObject({ recipients: 3, refused: { 'sender-not-approved': 2 } });
      expect(part.sender_check).toEqual({
        operators: [{ operator: 'ncell', recipients: 2 }],
        alternative: null,
      });
      expect(part.refused_rows[0]?.reason).toBe(
        'The operator of this number has not approved the sender ID.',
      );
      expect(part.cost).toBeLessThan(whole.cost);
      const { rows } = await sql<{ uuid: string }>`
        INSERT INTO sender_identity (account, name, purpose, status)
        VALUES (${world.accounts.customer}, 'SPAREID', 'Offers', 'approved') RETURNING uuid`.execute(
        world.db,
      );
      const other = { uuid: rows[0]?.uuid, name: 'SPAREID' };
      expect((await planned(asked)).sender_check?.alternative).toEqual(other);
      const sent = (await world.call<{ data: Campaign }>('customer', 'POST', COMPOSE, asked)).body.data;
      expect(sent).toMatchObject({ recipients: 3, cost: part.cost });
      await vi.waitFor(async () => expect((await show(sent.uuid)).queued).toBe(0), patience);
    });

    test('what was accepted waits while its operator has not approved it, and says so', async () => {
      const later = new Date(Date.now() + 3_600_000).toISOString();
      const asked = { ...mixed(), scheduled_at: later };
      const { uuid } = (await world.call<{ data: Campaign }>('customer', 'POST', COMPOSE, asked)).body.data;
      await vi.waitFor(async () => expect((await show(uuid)).status).toBe('scheduled'), patience);
      await approve('ntc');
      const before = operator.submits.length;
      await world.call('customer', 'POST', `${COMPOSE}${uuid}/schedule/`, { scheduled_at: null });
      await vi.waitFor(async () => expect((await show(uuid)).queued).toBe(2), patience);
      expect(await sendingCampaigns(world.db, 'held')).toEqual([]);
      expect(await show(uuid)).toMatchObject({
        status: 'sending',
        unapproved_by: ['ncell'],
        unreachable: [],
      });
      expect(operator.submits.length - before).toBe(3);
      await approve('ntc', 'ncell');
      await vi.waitFor(async () => expect((await show(uuid)).queued).toBe(0), patience);
      expect(await show(uuid)).toMatchObject({ unapproved_by: [] });
    });

    test('the approval of a request counts for all operators of which nothing else is recorded', async () => {
      const { rows } = await sql<{ uuid: string }>`
        INSERT INTO sender_identity (account, name, purpose)
        VALUES (${world.accounts.customer}, 'NEWONE', 'Offers') RETURNING uuid`.execute(world.db);
      const uuid = rows[0]?.uuid as string;
      await set([{ operator: 'ncell', status: 'requested' }], 'admin', uuid);
      const path = `${STAFF}${uuid}/`;
      const { body } = await world.call<{ data: SenderRequest }>('admin', 'PUT', path, {
        status: 'approved',
      });
      expect(body.data.approvals.map(({ operator: of, status }) => [of, status])).toEqual([
        ['ntc', 'approved'],
        ['ncell', 'requested'],
        ['smart', 'approved'],
        ['hello', 'approved'],
      ]);
    });

    test('have a document that staff upload and its customer reads, nobody else', async () => {
      const { body } = await world.upload<{ data: { uuid: string } }>(pdf(), 'answer.pdf', 'admin');
      const document = body.data.uuid;
      const ntcApproved = { operator: 'ntc', status: 'approved' };
      expect((await set([{ ...ntcApproved, document }])).body.data.approvals).toMatchObject([{ document }]);
      // Left out, it stays.
      expect((await set([ntcApproved])).body.data.approvals).toMatchObject([{ document }]);
      const read = async (as: User) => (await world.call(as, 'GET', `/v1/core/files/${document}/`)).status;
      expect([await read('customer'), await read('admin'), await read('other')]).toEqual([200, 200, 404]);
      expect((await set([{ ...ntcApproved, document: null }])).body.data.approvals).toMatchObject([
        { document: null },
      ]);
      const foreign = await world.upload<{ data: { uuid: string } }>(pdf(), 'other.pdf', 'other');
      const refused = await set([{ ...ntcApproved, document: foreign.body.data.uuid }]);
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        { 'approvals.ntc': ['This file does not exist. Upload it again.'] },
      ]);
    });
  });

  test.each([
    ['of an operator that there is not', [{ operator: 'unknown', status: 'approved' }]],
    ['in a state that there is not', [{ operator: 'ntc', status: 'pending' }]],
    [
      'of one operator twice',
      [
        { operator: 'ntc', status: 'approved' },
        { operator: 'ntc', status: 'rejected' },
      ],
    ],
  ])('%s are refused', async (_, approvals) => {
    expect((await set(approvals)).status).toBe(400);
  });

  test('are not for support, nor of a sender ID that was rejected', async () => {
    expect((await set([], 'support')).status).toBe(403);
    await sql`UPDATE sender_identity SET status = 'rejected' WHERE uuid = ${world.sender}`.execute(world.db);
    expect((await set([])).status).toBe(409);
  });
});
