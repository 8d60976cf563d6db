import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Claimed } from '../../../server/services/sending/claims.ts';
import { registerLinks } from '../../../server/services/sending/linkStates.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { sweepReceipts } from '../../../server/services/sending/receiptSweep.ts';
import { type ReceivedReceipt, recordReceipts } from '../../../server/services/sending/receipts.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK } from '../../support/claims.ts';
import { waitForLocks } from '../../support/locks.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const kept = async (link: string) =>
  (await sql<{ id: number }>`SELECT id FROM receipt WHERE link = ${link}`.execute(world.db)).rows;

test('an early receipt of another operator with the same id is left where it is', async () => {
  const handed = await claimCampaign(world, ['9801210100']);
  const early = { phone: '+9779801210999', status: 'delivered', error: null } as const;
  const operator_id = `id-${handed.messages[0]?.uuid}`;
  await recordReceipts(world.db, [{ ...early, link: 'other', operator_id }]);
  const before = await kept('other');
  expect(before).toHaveLength(1);
  await handed.record({ 0: 'submitted' });
  expect(await kept('other')).toEqual(before);
  await audit(world.db);
});

test('the sweep of stored receipts locks their campaign first, as recording outcomes does', async () => {
  const { campaign, messages, record } = await claimCampaign(world, ['9801210200', '9801210201']);
  await record({ 0: 'submitted', 1: 'unknown' });
  const phones = messages.map(({ phone }) => phone);
  // Both kinds that the look finds: by the operator's id, and by the number of an unknown message.
  await sql`
    INSERT INTO receipt (link, operator_id, phone, status, received_at)
    VALUES (${LINK}, ${`id-${messages[0]?.uuid}`}, ${phones[0]}, 'delivered', now()),
      (${LINK}, 'never answered', ${phones[1]}, 'delivered', now())`.execute(world.db);
  let sweeping: Promise<void> | undefined;
  await world.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM campaign WHERE uuid = ${campaign} FOR UPDATE`.execute(trx);
    sweeping = sweepReceipts(world.db);
    sweeping.catch(() => {});
    await waitForLocks(world.db);
    await sql`SELECT FROM receipt WHERE link = ${LINK} FOR UPDATE NOWAIT`.execute(trx);
  });
  await sweeping;
  const { rows } = await sql<{ status: string }>`
    SELECT status FROM message WHERE campaign = ${campaign}`.execute(world.db);
  expect(rows.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  expect(await kept(LINK)).toEqual([]);
  await audit(world.db);
});

test('a part that is recorded while its receipt waits for other campaigns is left to the next look', async () => {
  const text = 'A message of two parts. '.repeat(10);
  const first = await claimCampaign(world, ['9801210300'], text);
  const second = await claimCampaign(world, ['9801210301'], text);
  const outcome = ({ messages, worker }: typeof first, ids: string[]) =>
    recordOutcomes(world.db, worker, [{ ...(messages[0] as Claimed), status: 'submitted', ids }]);
  await outcome(first, ['a-1', 'a-2']);
  const receipts = ['a-1', 'b-1', 'b-2'].map((operator_id) => ({
    ...{ link: LINK, operator_id, status: 'delivered', error: null },
    phone: (operator_id < 'b' ? first : second).messages[0]?.phone ?? '',
  })) as ReceivedReceipt[];
  let recording: Promise<void> | undefined;
  await world.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM campaign WHERE uuid = ${first.campaign} FOR UPDATE`.execute(trx);
    recording = recordReceipts(world.db, receipts);
    recording.catch(() => {});
    await waitForLocks(world.db);
    await outcome(second, ['b-1', 'b-2']);
  });
  await recording;
  // To move it now would be to lock its campaign after another one.
  expect(await kept(LINK)).toHaveLength(2);
  await sweepReceipts(world.db);
  expect(await kept(LINK)).toEqual([]);
  const { rows } = await sql<{ status: string }>`
    SELECT status FROM message WHERE campaign = ${second.campaign}`.execute(world.db);
  expect(rows).toEqual([{ status: 'delivered' }]);
  await audit(world.db);
});

describe('a receipt over another link with the system ID of its message’s link', () => {
  const SECOND = 'second address';
  const over = (link: string, operator_id: string, phone: string): ReceivedReceipt => ({
    ...{ link, operator_id, phone, status: 'delivered', error: null },
  });
  const statusesOf = async (campaigns: readonly { campaign: string }[]) => {
    const { rows } = await sql<{ status: string }>`
      SELECT status FROM message WHERE campaign = ANY(${campaigns.map((one) => one.campaign)}) ORDER BY uuid`.execute(
      world.db,
    );
    return rows.map(({ status }) => status);
  };
  /** A message over the second link, with this id. */
  async function sentOver(link: string, phone: string, ids: string[] | null) {
    const handed = await claimCampaign(world, [phone]);
    await sql`UPDATE hand SET link = ${link} WHERE worker = ${handed.worker}`.execute(world.db);
    const { uuid, hand } = handed.messages[0] as Claimed;
    await recordOutcomes(world.db, handed.worker, [
      ids ? { uuid, hand, status: 'submitted', ids } : { uuid, hand, status: 'unknown', error: 'closed' },
    ]);
    return handed;
  }
  beforeAll(() =>
    registerLinks(world.db, [
      { name: SECOND, url: 'smpp://demo:demo@10.0.0.2:2775' },
      { name: 'stranger', url: 'smpp://somebody:demo@10.0.0.3:2775' },
      { name: 'pretended', url: 'smpp://demo:demo@10.0.0.4:2775', isSimulator: true },
    ]),
  );
  afterEach(async () => {
    await sql`DELETE FROM receipt`.execute(world.db);
    await audit(world.db);
  });

  test('is about it if the number is the same, and kept otherwise', async () => {
    const handed = await sentOver(LINK, '9801210400', ['shared']);
    const strangers = [
      over(SECOND, 'shared', '+9779801210999'),
      over('stranger', 'shared', '+9779801210400'),
      over('pretended', 'shared', '+9779801210400'),
    ];
    await recordReceipts(world.db, strangers);
    await sql`UPDATE receipt SET received_at = now() - interval '1 minute'`.execute(world.db);
    await sweepReceipts(world.db);
    expect(await statusesOf([handed])).toEqual(['submitted']);
    expect([await kept(SECOND), await kept('stranger'), await kept('pretended')].flat()).toHaveLength(3);
    await recordReceipts(world.db, [over(SECOND, 'shared', '+9779801210400')]);
    expect(await statusesOf([handed])).toEqual(['delivered']);
  });

  test('is about the message of its own link first, though that of the other is newer', async () => {
    const own = await sentOver(SECOND, '9801210410', ['twice']);
    const other = await sentOver(LINK, '9801210410', ['twice']);
    await recordReceipts(world.db, [over(SECOND, 'twice', '+9779801210410')]);
    expect(await statusesOf([own, other])).toEqual(['delivered', 'submitted']);
  });

  test('is taken by the answer that it came before, and no other is', async () => {
    await recordReceipts(world.db, [
      over(SECOND, 'early', '+9779801210420'),
      over(SECOND, 'early', '+9779801210999'),
    ]);
    const before = await kept(SECOND);
    const handed = await sentOver(LINK, '9801210420', ['early']);
    expect(await statusesOf([handed])).toEqual(['delivered']);
    expect(await kept(SECOND)).toEqual(before.slice(1));
  });

  test('is about an unknown message to its number, first of its own link', async () => {
    const other = await sentOver(LINK, '9801210430', null);
    const own = await sentOver(SECOND, '9801210430', null);
    await recordReceipts(world.db, [over('stranger', 'lost-0', '+9779801210430')]);
    await sweepReceipts(world.db);
    expect(await statusesOf([other, own])).toEqual(['unknown', 'unknown']);
    await recordReceipts(world.db, [over(SECOND, 'lost-1', '+9779801210430')]);
    await sweepReceipts(world.db);
    expect(await statusesOf([other, own])).toEqual(['unknown', 'delivered']);
    await recordReceipts(world.db, [over(SECOND, 'lost-2', '+9779801210430')]);
    await sweepReceipts(world.db);
    expect(await statusesOf([other, own])).toEqual(['delivered', 'delivered']);
  });
});
