import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failure } from '#schema/entity.ts';
import type { SenderRequest } from '#schema/senderIdentity.ts';
import { sendingCampaigns } from '../../../server/services/sending/claims.ts';
import type { User } from '../../support/app.ts';
import { pdf } from '../../support/documents.ts';
import { ncell, ntc, patience } from '../../support/linkWorld.ts';
import { waitForLocks } from '../../support/locks.ts';
import { COMPOSE, STAFF, setUpSenderIds } from './senderStandingSetup.ts';

const setup = setUpSenderIds();
const { request, show, lines } = setup;

describe('the approvals of operators', () => {
  const set = (approvals: object[], as: User = 'admin', uuid = setup.world.sender) =>
    setup.world.call<{ data: SenderRequest } & Failure>(as, 'PUT', `${STAFF}${uuid}/approvals/`, {
      approvals,
    });

  test('are written by staff, replaced as a whole, read by the customer, and in the audit log', async () => {
    const all = (operator: string) => ({ operator, status: 'approved', reference: null, document: null });
    const ntcApproved = { operator: 'ntc', status: 'approved', reference: 'NTC/2083/114', document: null };
    const first = await set([{ operator: 'ncell', status: 'requested', reference: ' ' }, ntcApproved]);
    const both = [ntcApproved, { ...all('ncell'), status: 'requested' }];
    expect([first.status, first.body.data.approvals]).toEqual([200, both]);
    const own = await setup.world.call('customer', 'GET', `/v1/sms/identities/${setup.world.sender}/`);
    expect(own.body).toMatchObject({ data: { approvals: both } });
    expect((await set([ntcApproved])).body.data.approvals).toEqual([ntcApproved]);
    await set([ntcApproved]);
    expect((await lines(setup.world.sender)).filter(({ action }) => action === 'update')).toMatchObject([
      // Its approval counted for all of them.
      { before: { approvals: ['ntc', 'ncell', 'smart', 'hello'].map(all) }, after: { approvals: both } },
      { before: { approvals: both }, after: { approvals: [ntcApproved] } },
    ]);
  });

  describe('of some operators', () => {
    const change = (...changed: object[]) =>
      setup.world.call<{ data: SenderRequest } & Failure>(
        'admin',
        'PUT',
        `${STAFF}${setup.world.sender}/approvals/`,
        { changed },
      );
    const states = async () =>
      (
        await setup.world.call<{ data: SenderRequest }>('admin', 'GET', `${STAFF}${setup.world.sender}/`)
      ).body.data.approvals.map(({ operator, status, reference }) => [operator, status, reference]);

    test('leave the others as they are; one without a status is removed', async () => {
      await set([{ operator: 'ntc', status: 'approved', reference: 'NTC/114' }]);
      await change({ operator: 'ncell', status: 'requested' });
      await change({ operator: 'smart', status: 'rejected' }, { operator: 'ncell', status: 'approved' });
      const both = [
        ['ntc', 'approved', 'NTC/114'],
        ['ncell', 'approved', null],
      ];
      expect(await states()).toEqual([...both, ['smart', 'rejected', null]]);
      await change({ operator: 'smart', status: null });
      expect(await states()).toEqual(both);
    });

    test('of two people at once stay, those of both', async () => {
      await set([]);
      const db = setup.world.db;
      const held = await db.startTransaction().execute();
      await sql`SELECT FROM sender_identity WHERE uuid = ${setup.world.sender} FOR UPDATE`.execute(held);
      const mine = change({ operator: 'ncell', status: 'requested' });
      await waitForLocks(db);
      await sql`
        INSERT INTO sender_approval (sender, operator, status)
        VALUES (${setup.world.sender}, 'ntc', 'approved')`.execute(held);
      await held.commit().execute();
      expect((await mine).status).toBe(200);
      expect(await states()).toEqual([
        ['ntc', 'approved', null],
        ['ncell', 'requested', null],
      ]);
    });

    test('of the same operator by two people: the second is refused until they have read the first', async () => {
      await set([]);
      const first = { status: 'requested', reference: 'R-1', document: null };
      expect((await change({ operator: 'ntc', ...first, seen: null })).status).toBe(200);
      const late = await change({ operator: 'ntc', status: 'rejected', seen: null });
      expect([late.status, late.body.code, late.body.detail]).toEqual([
        ...[409, 'conflict'],
        'This approval was changed after you opened it. Nothing was saved. Reload the page and try again.',
      ]);
      // Nor what came with it.
      await change(
        { operator: 'ncell', status: 'approved', seen: null },
        { operator: 'ntc', status: null, seen: null },
      );
      expect(await states()).toEqual([['ntc', 'requested', 'R-1']]);
      expect((await change({ operator: 'ntc', status: null, seen: first })).status).toBe(200);
      expect(await states()).toEqual([]);
    });

    test('sent twice because the answer was lost are saved once, and are nobody else’s', async () => {
      await set([]);
      const uploaded = await setup.world.upload<{ data: { uuid: string } }>(pdf(), 'reply.pdf', 'admin');
      const { uuid: document } = uploaded.body.data;
      const body = { operator: 'ntc', status: 'approved', reference: ' ', document, seen: null };
      const before = (await lines(setup.world.sender)).length;
      for (const time of [1, 2]) expect((await change(body)).status, `${time}`).toBe(200);
      expect(await states()).toEqual([['ntc', 'approved', null]]);
      const { document: _, ...asStored } = body;
      expect((await change(asStored)).status).toBe(200);
      const gone = { operator: 'ntc', status: null, seen: { status: 'approved', reference: null, document } };
      for (const time of [1, 2]) expect((await change(gone)).status, `${time}`).toBe(200);
      expect(await lines(setup.world.sender)).toHaveLength(before + 2);
    });

    test('are not sent beside all of them, nor of one operator twice', async () => {
      const ntcGone = { operator: 'ntc', status: null };
      expect((await change(ntcGone, ntcGone)).status).toBe(400);
      for (const body of [{}, { approvals: [], changed: [] }, { approvals: [ntcGone] }]) {
        const path = `${STAFF}${setup.world.sender}/approvals/`;
        expect((await setup.world.call('admin', 'PUT', path, body)).status).toBe(400);
      }
    });
  });

  describe('decide where messages go', () => {
    const approve = (...operators: string[]) =>
      set(operators.map((operator) => ({ operator, status: 'approved' })));
    const mixed = () => request({ recipients: { numbers: [...ntc(3), ...ncell(2)] } });
    const planned = async (asked: object) => {
      const { max_cost: _, ...body } = asked as { max_cost?: number };
      return (await setup.world.call<{ data: Plan }>('customer', 'POST', `${COMPOSE}plan/`, body)).body.data;
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
        VALUES (${setup.world.accounts.customer}, 'SPAREID', 'Offers', 'approved') RETURNING uuid`.execute(
        setup.world.db,
      );
      const other = { uuid: rows[0]?.uuid, name: 'SPAREID' };
      expect((await planned(asked)).sender_check?.alternative).toEqual(other);
      const sent = (await setup.world.call<{ data: Campaign }>('customer', 'POST', COMPOSE, asked)).body.data;
      expect(sent).toMatchObject({ recipients: 3, cost: part.cost });
      await vi.waitFor(async () => expect((await show(sent.uuid)).queued).toBe(0), patience);
    });

    test('what was accepted waits while its operator has not approved it, and says so', async () => {
      const later = new Date(Date.now() + 3_600_000).toISOString();
      const asked = { ...mixed(), scheduled_at: later };
      const { uuid } = (await setup.world.call<{ data: Campaign }>('customer', 'POST', COMPOSE, asked)).body
        .data;
      await vi.waitFor(async () => expect((await show(uuid)).status).toBe('scheduled'), patience);
      await approve('ntc');
      const before = setup.operator.submits.length;
      await setup.world.call('customer', 'POST', `${COMPOSE}${uuid}/schedule/`, { scheduled_at: null });
      await vi.waitFor(async () => expect((await show(uuid)).queued).toBe(2), patience);
      expect(await sendingCampaigns(setup.world.db, 'held')).toEqual([]);
      expect(await show(uuid)).toMatchObject({
        status: 'sending',
        unapproved_by: ['ncell'],
        unreachable: [],
      });
      expect(setup.operator.submits.length - before).toBe(3);
      await approve('ntc', 'ncell');
      await vi.waitFor(async () => expect((await show(uuid)).queued).toBe(0), patience);
      expect(await show(uuid)).toMatchObject({ unapproved_by: [] });
    });

    test('the approval of a request counts for all operators of which nothing else is recorded', async () => {
      const { rows } = await sql<{ uuid: string }>`
        INSERT INTO sender_identity (account, name, purpose)
        VALUES (${setup.world.accounts.customer}, 'NEWONE', 'Offers') RETURNING uuid`.execute(setup.world.db);
      const uuid = rows[0]?.uuid as string;
      await set([{ operator: 'ncell', status: 'requested' }], 'admin', uuid);
      const path = `${STAFF}${uuid}/`;
      const { body } = await setup.world.call<{ data: SenderRequest }>('admin', 'PUT', path, {
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
      const { body } = await setup.world.upload<{ data: { uuid: string } }>(pdf(), 'answer.pdf', 'admin');
      const document = body.data.uuid;
      const ntcApproved = { operator: 'ntc', status: 'approved' };
      expect((await set([{ ...ntcApproved, document }])).body.data.approvals).toMatchObject([{ document }]);
      // Left out, it stays.
      expect((await set([ntcApproved])).body.data.approvals).toMatchObject([{ document }]);
      const read = async (as: User) =>
        (await setup.world.call(as, 'GET', `/v1/core/files/${document}/`)).status;
      expect([await read('customer'), await read('admin'), await read('other')]).toEqual([200, 200, 404]);
      expect((await set([{ ...ntcApproved, document: null }])).body.data.approvals).toMatchObject([
        { document: null },
      ]);
      const foreign = await setup.world.upload<{ data: { uuid: string } }>(pdf(), 'other.pdf', 'other');
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
    await sql`UPDATE sender_identity SET status = 'rejected' WHERE uuid = ${setup.world.sender}`.execute(
      setup.world.db,
    );
    expect((await set([])).status).toBe(409);
  });
});
