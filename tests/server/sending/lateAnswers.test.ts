import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { startDispatcher } from '../../../server/jobs/dispatcher.ts';
import { createInFlightLimit } from '../../../server/jobs/inFlightLimit.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { Memory } from '../../../server/services/sending/failover/memory.ts';
import { noJournal } from '../../../server/services/sending/journal/journal.ts';
import { noJournals } from '../../../server/services/sending/journal/journals.ts';
import { settleLeftJournals } from '../../../server/services/sending/journal/leftJournals.ts';
import type { Entry, Header } from '../../../server/services/sending/journal/records.ts';
import { recordAnswers, recordLateAnswers } from '../../../server/services/sending/lateAnswers.ts';
import type { SubmitOutcome } from '../../../server/services/sending/link/link.ts';
import { registerLinks } from '../../../server/services/sending/linkStates.ts';
import type { Outcome } from '../../../server/services/sending/outcomes.ts';
import { recordReceipts } from '../../../server/services/sending/receipts.ts';
import { createLink } from '../../../server/services/sending/smpp/link.ts';
import { newWorker, reapDeadWorkers } from '../../../server/services/sending/workers.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type ClaimedCampaign, claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK, take } from '../../support/claims.ts';
import { startHeldOperator } from '../../support/heldOperator.ts';
import { soon } from '../../support/soon.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterEach(() => audit(world.db));
afterAll(() => world.close());

const IDENTITY = '00000001/77 5 1795600000';
let given = 0;
const numbers = (count: number) => Array.from({ length: count }, () => `98${41_000_100 + given++}`);
const campaignOf = async (campaign: string): Promise<Campaign> =>
  (await world.call<{ data: Campaign }>('customer', 'GET', `/v1/sms/compose/${campaign}/`)).body.data;
const counts = async (campaign: string) => {
  const { status, queued, submitted, delivered, rejected, unknown, cost, captured, released } =
    await campaignOf(campaign);
  return { status, queued, submitted, delivered, rejected, unknown, cost, captured, released };
};

const accepted = (id: string): SubmitOutcome => ({ kind: 'submitted', ids: [id] });
const answerOf = ({ messages }: ClaimedCampaign, place: number, answer: SubmitOutcome) => {
  const { campaign, phone } = messages[place] as ClaimedCampaign['messages'][number];
  return { campaign, phone, link: LINK, answer };
};
const refused: SubmitOutcome = { kind: 'rejected', error: 'ESME_RINVDSTADR' };
const forNow: SubmitOutcome = { kind: 'temporary', error: 'ESME_RTHROTTLED', throttled: true };

describe('an answer about an unknown message', () => {
  test('that accepts it charges it, and its receipts find it', async () => {
    const handed = await claimCampaign(world, numbers(2));
    await handed.record({ 0: 'unknown', 1: 'unknown' });
    const { cost } = await counts(handed.campaign);
    // A receipt was quicker than the answer.
    const [first] = handed.messages;
    const receipt = { link: LINK, operator_id: 'late-1', phone: first?.phone as string, error: null };
    await recordReceipts(world.db, [{ ...receipt, status: 'delivered' }]);
    const answers = [answerOf(handed, 0, accepted('late-1')), answerOf(handed, 1, accepted('late-2'))];
    for (let time = 0; time < 2; time++) await recordLateAnswers(world.db, answers);
    expect(await counts(handed.campaign)).toMatchObject({
      ...{ status: 'completed', submitted: 1, delivered: 1, unknown: 0, captured: cost, released: 0 },
    });
    await recordReceipts(world.db, [
      { ...receipt, operator_id: 'late-2', phone: handed.messages[1]?.phone as string, status: 'delivered' },
    ]);
    expect(await counts(handed.campaign)).toMatchObject({ submitted: 0, delivered: 2, captured: cost });
  });

  test('that accepts it has its result asked for, where the operator does not report', async () => {
    const handed = await claimCampaign(world, numbers(2));
    await handed.record({ 0: 'unknown', 1: 'unknown' });
    await sql`UPDATE operator_link SET poll_seconds = 30 WHERE name = ${LINK}`.execute(world.db);
    await recordLateAnswers(world.db, [
      answerOf(handed, 0, { kind: 'submitted', ids: ['asked-1', 'asked-2'] }),
      answerOf(handed, 1, refused),
    ]);
    await sql`UPDATE operator_link SET poll_seconds = NULL`.execute(world.db);
    const { rows } = await sql`
      SELECT link, operator_id, phone, next_at > now() AS later FROM receipt_poll ORDER BY operator_id`.execute(
      world.db,
    );
    const of = { link: LINK, phone: handed.messages[0]?.phone, later: true };
    expect(rows).toEqual([
      { ...of, operator_id: 'asked-1' },
      { ...of, operator_id: 'asked-2' },
    ]);
  });

  test('that refuses it, for now too, gives it back and sends nothing again', async () => {
    const handed = await claimCampaign(world, numbers(3));
    await handed.record({ 0: 'unknown', 1: 'unknown', 2: 'unknown' });
    const { cost } = await counts(handed.campaign);
    await recordLateAnswers(world.db, [
      answerOf(handed, 0, refused),
      answerOf(handed, 1, forNow),
      answerOf(handed, 2, { kind: 'unknown', error: 'no answer' }),
    ]);
    expect(await counts(handed.campaign)).toMatchObject({
      ...{ queued: 0, rejected: 2, unknown: 1, captured: 0, released: Math.round((cost / 3) * 2) },
    });
  });

  test('that a worker brings after others have given up what it had in hand settles that', async () => {
    const handed = await claimCampaign(world, numbers(4));
    const { cost } = await counts(handed.campaign);
    expect(await reapDeadWorkers(world.db)).toEqual({ unknown: 4, recorded: 0 });
    const of = (place: number) => handed.messages[place] as ClaimedCampaign['messages'][number];
    const outcomes: Outcome[] = [
      { ...of(0), status: 'submitted', ids: ['cut-off-1'] },
      { ...of(1), status: 'rejected', error: 'ESME_RINVDSTADR' },
      { ...of(2), status: 'unknown', error: 'no answer' },
      { ...of(3), status: 'queued', error: 'ESME_RTHROTTLED', seconds: 1 },
    ];
    for (let time = 0; time < 2; time++) await recordAnswers(world.db, handed.worker, outcomes);
    expect(await counts(handed.campaign)).toMatchObject({
      ...{
        queued: 0,
        submitted: 1,
        rejected: 1,
        unknown: 2,
        captured: Math.round(cost / 4),
        released: Math.floor(cost / 4),
      },
    });
  });

  test('about any other message changes nothing', async () => {
    const handed = await claimCampaign(world, numbers(2));
    await handed.record({ 0: 'submitted' });
    const before = await counts(handed.campaign);
    await recordLateAnswers(world.db, [answerOf(handed, 0, refused), answerOf(handed, 1, accepted('x'))]);
    expect(await counts(handed.campaign)).toEqual(before);
    await handed.record({ 1: 'submitted' });
  });

  test('comes from the link, however late, for as long as the connection lasts', async () => {
    const operator = await startHeldOperator();
    const { url } = operator;
    await registerLinks(world.db, [{ name: 'slow', url }]);
    const link = createLink({ name: 'slow', url, onReceipt() {}, timing: { response: 50 } });
    await link.ready();
    const share = createInFlightLimit(100).open();
    const dispatcher = startDispatcher({
      ...{ db: world.db, worker: await newWorker(world.db), identity: () => '', memory: new Memory() },
      ...{ journal: noJournal, link, inFlight: share },
      delivery: () => ({ validity_hours: 24, quiet_hours: null }),
      share: () => ({ window: 10, rate: 0 }),
      onLost: () => expect.unreachable(),
      onAnswer() {},
      onTurn() {},
      now: () => new Date(),
      exclusively: (work) => work(),
      onError: (error) => expect(error).toBeNull(),
    });
    try {
      const { body } = await world.call<{ data: Campaign }>('customer', 'POST', '/v1/sms/compose/', {
        ...{ name: 'Late', sender: world.sender, body: 'Hello', max_cost: 1_000_000 },
        recipients: { numbers: numbers(2) },
      });
      while (await expandNext(world.db)) {}
      dispatcher.wake();
      await soon(async () => expect(await counts(body.data.uuid)).toMatchObject({ unknown: 2 }));
      operator.open();
      await soon(async () =>
        expect(await counts(body.data.uuid)).toMatchObject({ unknown: 0, submitted: 2 }),
      );
    } finally {
      await dispatcher.stop();
      await link.close();
      await operator.close();
    }
  });
});

const header: Header = {
  ...{ version: 1, worker: 0, identity: IDENTITY, process: 'p', host: 'h', pid: 1 },
  ...{ boot: null, file: '' },
};
/** A journal with an entry for each message, by its place; a message without one is not in it. */
function journalOf({ messages, worker }: ClaimedCampaign, entries: Record<number, Partial<Entry>>) {
  return {
    header: { ...header, worker },
    entries: Object.entries(entries).map(([place, more]): Entry => {
      const { hand, campaign, phone } = messages[Number(place)] as ClaimedCampaign['messages'][number];
      const none = { isBegun: false, answer: null, isRecorded: false };
      return { hand, campaign, phone, link: LINK, at: 0, ...none, ...more };
    }),
    ...{ isGone: true, isWhole: true, isFromStart: true, writtenAt: Date.now(), remove() {} },
  };
}
type FakeJournal = ReturnType<typeof journalOf>;
const journals = (journal: FakeJournal | null) => ({
  ...noJournals,
  find: async (worker: number) => (worker === journal?.header.worker ? journal : null),
  left: async () => (journal ? [journal] : []),
});
const entries = {
  0: { isBegun: true, answer: accepted('known') },
  1: { isBegun: true },
  2: {},
};

describe('the journal of a worker that died', () => {
  const spared = () => true;

  test('tells what was answered and what was not sent: only what was begun is unknown', async () => {
    // The last was claimed and the worker did not get to know it.
    const handed = await claimCampaign(world, numbers(4));
    const found = journalOf(handed, entries);
    const reaped = await reapDeadWorkers(world.db, {
      ...{ journals: journals(found), identity: IDENTITY, isSpared: spared },
    });
    expect(reaped).toEqual({ unknown: 1, recorded: 3 });
    expect(await counts(handed.campaign)).toMatchObject({ queued: 2, submitted: 1, unknown: 1 });
    // As often as it is read.
    const again = await reapDeadWorkers(world.db, { journals: journals(found), identity: IDENTITY });
    expect(again).toEqual({ unknown: 0, recorded: 0 });
    await world.call('customer', 'POST', `/v1/sms/compose/${handed.campaign}/cancel/`);
  });

  test('that may lack its end tells only what was answered', async () => {
    const handed = await claimCampaign(world, numbers(3));
    const found = { ...journalOf(handed, entries), isWhole: false };
    await reapDeadWorkers(world.db, { journals: journals(found), identity: IDENTITY, isSpared: spared });
    expect(await counts(handed.campaign)).toMatchObject({ queued: 0, submitted: 1, unknown: 2 });
  });

  test('of a process that may live waits as long as the caller says, and then tells what was answered', async () => {
    const handed = await claimCampaign(world, numbers(3));
    const found = { ...journalOf(handed, entries), isWhole: false, isGone: false };
    const options = { journals: journals(found), identity: IDENTITY };
    expect(await reapDeadWorkers(world.db, { ...options, isSpared: spared })).toEqual({
      unknown: 0,
      recorded: 0,
    });
    await reapDeadWorkers(world.db, options);
    expect(await counts(handed.campaign)).toMatchObject({ queued: 0, submitted: 1, unknown: 2 });
  });

  test('that is read after others gave its messages up settles those that were answered', async () => {
    const handed = await claimCampaign(world, numbers(3));
    expect(await reapDeadWorkers(world.db)).toMatchObject({ unknown: 3 });
    const found = journalOf(handed, entries);
    await settleLeftJournals(world.db, journals(found), '00000002/77 5 1795600000');
    expect(await counts(handed.campaign)).toMatchObject({ unknown: 3 });
    await settleLeftJournals(world.db, journals(found), IDENTITY);
    expect(await counts(handed.campaign)).toMatchObject({ queued: 0, submitted: 1, unknown: 2 });
  });

  test('that also knows of an earlier try, refused for now, leaves the last one unknown', async () => {
    const handed = await claimCampaign(world, numbers(2));
    await handed.record({ 0: 'queued' });
    const again = await take(world.db, handed.worker, handed.campaign, 1);
    const found = journalOf(handed, { 0: { isBegun: true, answer: forNow }, 1: { isBegun: true } });
    found.entries.push(...journalOf({ ...handed, messages: again }, { 0: { isBegun: true } }).entries);
    const reaped = await reapDeadWorkers(world.db, { journals: journals(found), identity: IDENTITY });
    expect(reaped).toEqual({ unknown: 2, recorded: 0 });
    await settleLeftJournals(world.db, journals(found), IDENTITY);
    expect(await counts(handed.campaign)).toMatchObject({ unknown: 2, rejected: 0, released: 0 });
  });

  test('stays an hour after it was written, unless there are many, and is then removed', async () => {
    const handed = await claimCampaign(world, numbers(1));
    await handed.record({ 0: 'submitted' });
    let removed = 0;
    const found = { ...journalOf(handed, {}), remove: () => void removed++ };
    await settleLeftJournals(world.db, journals(found), IDENTITY);
    expect(removed).toBe(0);
    await settleLeftJournals(world.db, journals({ ...found, writtenAt: Date.now() - 3_700_000 }), IDENTITY);
    expect(removed).toBe(1);
    const many = Array.from({ length: 22 }, (_, n) => ({ ...found, writtenAt: Date.now() - n }));
    await settleLeftJournals(world.db, { ...noJournals, left: async () => many }, IDENTITY);
    expect(removed).toBe(3);
  });
});
