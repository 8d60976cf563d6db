import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Message } from '#schema/message.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { startWorker } from '../../../server/jobs/worker.ts';
import type { Claimed } from '../../../server/services/sending/claims.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { expireUnknown, sweepReceipts } from '../../../server/services/sending/receiptSweep.ts';
import { type ReceivedReceipt, recordReceipts } from '../../../server/services/sending/receipts.ts';
import { gather } from '../../../server/services/webhooks/deliveries.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type ClaimedCampaign, claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK } from '../../support/claims.ts';
import { startHeldOperator } from '../../support/heldOperator.ts';
import { waitForLocks } from '../../support/locks.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterEach(() => audit(world.db));
afterAll(() => world.close());

const campaignOf = async ({ campaign }: Pick<ClaimedCampaign, 'campaign'>): Promise<Campaign> =>
  (await world.call<{ data: Campaign }>('customer', 'GET', `/v1/sms/compose/${campaign}/`)).body.data;
const messageOf = async ({ uuid }: Pick<Claimed, 'uuid'>): Promise<Message> =>
  (await world.call<{ data: Message }>('customer', 'GET', `/v1/sms/dispatch/${uuid}/`)).body.data;
const only = (handed: ClaimedCampaign): Claimed => handed.messages[0] as Claimed;
const receipt = (operator_id: string, phone: string, status: ReceivedReceipt['status']): ReceivedReceipt => ({
  link: LINK,
  operator_id,
  phone,
  status,
  error: null,
});

/** A campaign to one number whose message the operator has taken. */
async function taken(phone: string): Promise<ClaimedCampaign> {
  const handed = await claimCampaign(world, [phone]);
  await handed.record({ 0: 'submitted' });
  return handed;
}
async function withFreeUndelivered(work: () => Promise<void>): Promise<void> {
  await sql`UPDATE pricing SET release_undelivered = true`.execute(world.db);
  await work();
  await sql`UPDATE pricing SET release_undelivered = false`.execute(world.db);
}
const entries = async () =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM wallet_entry`.execute(world.db)).rows[0]?.n;

describe('a message that expired by its receipt', () => {
  test('is delivered by a later one, counted and charged once', async () => {
    const handed = await taken('9841000101');
    await handed.receive({ 0: 'expired' });
    expect(await campaignOf(handed)).toMatchObject({ expired: 1, delivered: 0, captured: 136, released: 0 });
    const before = await entries();
    await handed.receive({ 0: 'delivered' });
    await handed.receive({ 0: 'delivered' });
    expect(await campaignOf(handed)).toMatchObject({ expired: 0, delivered: 1, captured: 136, released: 0 });
    expect(await messageOf(only(handed))).toMatchObject({ status: 'delivered', error: null });
    expect(await entries()).toBe(before);
  });

  test('stays delivered whatever receipts follow', async () => {
    const handed = await taken('9841000102');
    for (const status of ['expired', 'delivered', 'undelivered', 'expired'] as const)
      await handed.receive({ 0: status });
    expect(await campaignOf(handed)).toMatchObject({ delivered: 1, undelivered: 0, expired: 0 });
  });

  test('is delivered where both receipts come in one batch, in whichever order', async () => {
    const [first, second] = [await taken('9841000103'), await taken('9841000104')];
    const receiptOf = (handed: ClaimedCampaign, status: ReceivedReceipt['status']) =>
      receipt(`id-${only(handed).uuid}`, only(handed).phone, status);
    await recordReceipts(world.db, [
      receiptOf(first, 'expired'),
      receiptOf(second, 'delivered'),
      receiptOf(first, 'delivered'),
      receiptOf(second, 'expired'),
    ]);
    expect(await messageOf(only(first))).toMatchObject({ status: 'delivered' });
    expect(await messageOf(only(second))).toMatchObject({ status: 'delivered' });
  });

  test('moves once when two workers record its delivery at the same time', async () => {
    const handed = await taken('9841000105');
    await handed.receive({ 0: 'expired' });
    let both: Promise<unknown> = Promise.resolve();
    await world.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM campaign WHERE uuid = ${handed.campaign} FOR UPDATE`.execute(trx);
      both = Promise.all([handed.receive({ 0: 'delivered' }), handed.receive({ 0: 'delivered' })]);
      await waitForLocks(world.db, 2);
    });
    await both;
    expect(await campaignOf(handed)).toMatchObject({ expired: 0, delivered: 1, captured: 136 });
  });

  test('stays expired when its validity ends', async () => {
    const handed = await taken('9841000106');
    await handed.receive({ 0: 'expired' });
    await recordReceipts(world.db, [receipt(`id-${only(handed).uuid}`, only(handed).phone, 'delivered')], 0);
    expect(await messageOf(only(handed))).toMatchObject({ status: 'expired' });
  });

  test('is sent to webhooks with its final state', async () => {
    await sql`
      INSERT INTO webhook (account, "user", url, events, secret)
      SELECT account, uuid, 'https://hook.example.com/' || events[1], events, 'whsec_x'
      FROM users, (VALUES ('{message.expired}'::text[]), ('{message.delivered}')) AS w(events)
      WHERE email = 'customer@demo.test'`.execute(world.db);
    const handed = await taken('9841000107');
    await handed.receive({ 0: 'expired' });
    await gather(world.db);
    await handed.receive({ 0: 'delivered' });
    await gather(world.db);
    // Both before the next requests are made: whoever asks for expired messages hears nothing of this one.
    const next = await taken('9841000108');
    await next.receive({ 0: 'expired' });
    await next.receive({ 0: 'delivered' });
    await gather(world.db);
    const { rows } = await sql<{ url: string; id: string }>`
      SELECT url, event->>'id' AS id FROM webhook_delivery d JOIN webhook w ON w.uuid = d.webhook,
        jsonb_array_elements(d.events) event ORDER BY d.uuid`.execute(world.db);
    await sql`DELETE FROM webhook`.execute(world.db);
    expect(rows.map(({ url, id }) => [url.split('/').at(-1), id])).toEqual([
      ['message.expired', `${only(handed).uuid}.expired`],
      ['message.delivered', `${only(handed).uuid}.delivered`],
      ['message.delivered', `${only(next).uuid}.delivered`],
    ]);
  });
});

describe('money that was given back stays given back, and the books know why', () => {
  test('where the price does not charge what is not delivered', () =>
    withFreeUndelivered(async () => {
      const handed = await taken('9841000111');
      await handed.receive({ 0: 'expired' });
      expect(await campaignOf(handed)).toMatchObject({ captured: 0, released: 136 });
      const before = await entries();
      await Promise.all([handed.receive({ 0: 'delivered' }), handed.receive({ 0: 'delivered' })]);
      expect(await campaignOf(handed)).toMatchObject({
        delivered: 1,
        expired: 0,
        captured: 0,
        released: 136,
      });
      expect(await messageOf(only(handed))).toMatchObject({ status: 'delivered', error: 'RELEASED' });
      expect(await entries()).toBe(before);
    }));

  test('where neither is charged: a failure after it is not released twice', () =>
    withFreeUndelivered(async () => {
      const handed = await taken('9841000115');
      await handed.receive({ 0: 'expired' });
      await handed.receive({ 0: 'undelivered' });
      expect(await campaignOf(handed)).toMatchObject({
        undelivered: 1,
        expired: 0,
        captured: 0,
        released: 136,
      });
      expect(await messageOf(only(handed))).toMatchObject({ status: 'undelivered', error: null });
    }));

  test.each(['delivered', 'undelivered'] as const)(
    'where a person had settled it as expired, and it is %s',
    async (status) => {
      const handed = await claimCampaign(world, [status === 'delivered' ? '9841000112' : '9841000113']);
      await handed.record({ 0: 'unknown' });
      const { uuid, phone } = only(handed);
      await sql`
        INSERT INTO message_part (link, operator_id, message, alone) VALUES (${LINK}, ${uuid}, ${uuid}, true)`.execute(
        world.db,
      );
      const settled = await world.call('admin', 'POST', `/v1/sms/dispatch/${uuid}/settle/`, {
        status: 'expired',
      });
      expect(settled.status, settled.text).toBe(200);
      expect(await messageOf({ uuid })).toMatchObject({ status: 'expired', error: 'SETTLED' });
      await recordReceipts(world.db, [receipt(uuid, phone, status)]);
      expect(await campaignOf(handed)).toMatchObject({ [status]: 1, expired: 0, captured: 0, released: 136 });
      expect(await messageOf({ uuid })).toMatchObject({ status, error: 'RELEASED' });
    },
  );

  test('where its validity had ended without a receipt, and was made longer since', async () => {
    const handed = await claimCampaign(world, ['9841000114']);
    await handed.record({ 0: 'unknown' });
    const { uuid, phone } = only(handed);
    await expireUnknown(world.db, 0);
    await sql`
      INSERT INTO message_part (link, operator_id, message, alone) VALUES (${LINK}, ${uuid}, ${uuid}, true)`.execute(
      world.db,
    );
    await recordReceipts(world.db, [receipt(uuid, phone, 'delivered')]);
    expect(await campaignOf(handed)).toMatchObject({ delivered: 1, expired: 0, captured: 0, released: 136 });
  });
});

describe('an unknown message that receipts settle by link and number', () => {
  test('knows its operator’s id from then on: expired, it is delivered by a later receipt', async () => {
    const handed = await claimCampaign(world, ['9841000121']);
    await handed.record({ 0: 'unknown' });
    const { phone } = only(handed);
    await recordReceipts(world.db, [receipt('late-121', phone, 'expired')]);
    await sweepReceipts(world.db);
    expect(await campaignOf(handed)).toMatchObject({ expired: 1, unknown: 0, captured: 136 });
    await recordReceipts(world.db, [receipt('late-121', phone, 'delivered')]);
    expect(await campaignOf(handed)).toMatchObject({ delivered: 1, expired: 0, captured: 136, released: 0 });
  });

  test('is delivered where both receipts of it are kept', async () => {
    const handed = await claimCampaign(world, ['9841000122']);
    await handed.record({ 0: 'unknown' });
    const { phone } = only(handed);
    await recordReceipts(world.db, [
      receipt('late-122', phone, 'expired'),
      receipt('late-122', phone, 'delivered'),
    ]);
    await sweepReceipts(world.db);
    expect(await messageOf(only(handed))).toMatchObject({ status: 'delivered' });
  });
});

test('a message of two parts is delivered when the part that had expired is', async () => {
  const handed = await claimCampaign(world, ['9841000131'], 'A message of two parts. '.repeat(10));
  const { uuid, hand, phone } = only(handed);
  const ids = ['late-part-1', 'late-part-2'] as const;
  await recordOutcomes(world.db, handed.worker, [{ uuid, hand, status: 'submitted', ids }]);
  await recordReceipts(world.db, [receipt(ids[0], phone, 'delivered'), receipt(ids[1], phone, 'expired')]);
  expect(await messageOf({ uuid })).toMatchObject({ status: 'expired' });
  await recordReceipts(world.db, [receipt(ids[1], phone, 'delivered')]);
  expect(await messageOf({ uuid })).toMatchObject({ status: 'delivered' });
});

test('a receipt with an unknown state leaves the message waiting for the next receipt', async () => {
  const operator = await startHeldOperator();
  operator.open();
  const database = openDatabase(world.url, 5, () => {});
  const settings = { DISPATCH_BATCH: 10 };
  const log = pino({ level: 'silent' });
  const worker = await startWorker(database, [{ name: 'words', url: operator.url }], settings, log);
  try {
    const sent = await world.call<{ data: Campaign }>('customer', 'POST', '/v1/sms/compose/', {
      ...{ name: 'Words', sender: world.sender, body: 'Hello', max_cost: 1000 },
      recipients: { numbers: ['9841000141', '9841000142', '9841000143'] },
    });
    const campaign = sent.body.data.uuid;
    const shown = () => campaignOf({ campaign });
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ submitted: 3 }), 20_000);
    const receiptOf = (n: number, stat: string) =>
      operator.sendReceipt(`id:${n} stat:${stat} err:000`, String(operator.submits[n - 1]?.destination_addr));
    await receiptOf(1, 'WEIRD');
    await receiptOf(2, 'UNKNOWN');
    await receiptOf(3, 'DELIVRD');
    // Receipts are recorded in order: the third tells that the other two have been looked at.
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ delivered: 1 }), 20_000);
    expect(await shown()).toMatchObject({ submitted: 2, undelivered: 0 });
    await receiptOf(1, 'DELIVRD');
    await receiptOf(2, 'REJECTD');
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ submitted: 0 }), 20_000);
    expect(await shown()).toMatchObject({ delivered: 2, rejected: 1, captured: 407 });
  } finally {
    await worker.stop();
    await operator.close();
    await database.close();
  }
});
