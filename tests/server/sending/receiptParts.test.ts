import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../server/jobs/housekeeping.ts';
import type { Claimed } from '../../../server/services/sending/claims.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { sweepReceipts } from '../../../server/services/sending/receiptSweep.ts';
import { type ReceivedReceipt, recordReceipts } from '../../../server/services/sending/receipts.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK } from '../../support/claims.ts';
import { countUse } from '../../support/countUse.ts';
import { waitForLocks } from '../../support/locks.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const receipt = (operator_id: string, phone: string): ReceivedReceipt => ({
  ...{ link: LINK, operator_id, phone, status: 'delivered', error: null },
});

/** A message of two parts that the operator has, with these ids. */
async function longMessage(phone: string, ids: string[]) {
  const { messages, worker } = await claimCampaign(world, [phone], 'A message of two parts. '.repeat(10));
  const [message] = messages;
  if (!message) throw new Error('nothing was claimed');
  await recordOutcomes(world.db, worker, [{ ...message, status: 'submitted', ids }]);
  return message;
}
const statusOf = async (uuid: string) => {
  const { rows } = await sql<{ status: string }>`SELECT status FROM message WHERE uuid = ${uuid}`.execute(
    world.db,
  );
  return rows[0]?.status;
};

const reasonOf = async (uuid: string) => {
  const { rows } = await sql`SELECT status, error FROM message WHERE uuid = ${uuid}`.execute(world.db);
  return rows[0];
};

test('receipts of two parts that two workers record at the same time deliver the message', async () => {
  const message = await longMessage('9841000001', ['part-1', 'part-2']);
  const other = await claimCampaign(world, ['9841000002']);
  await other.record({ 0: 'submitted' });
  const [waiting] = other.messages;

  // The first worker has recorded its part and waits for a campaign that somebody has locked.
  let first: Promise<void> | undefined;
  let second: Promise<void> | undefined;
  await world.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM campaign WHERE uuid = ${other.campaign} FOR UPDATE`.execute(trx);
    first = recordReceipts(world.db, [
      receipt('part-1', message.phone),
      receipt(`id-${waiting?.uuid}`, waiting?.phone ?? ''),
    ]);
    await waitForLocks(world.db);
    second = recordReceipts(world.db, [receipt('part-2', message.phone)]);
    await Promise.race([second, waitForLocks(world.db, 2)]);
  });
  await Promise.all([first, second]);
  expect(await statusOf(message.uuid)).toBe('delivered');
  await audit(world.db);
});

describe('a look at kept receipts', () => {
  beforeEach(() => sql`DELETE FROM receipt`.execute(world.db));
  async function asks(): Promise<number> {
    let asked = 0;
    const counted = world.db.withPlugin({
      transformQuery({ node }) {
        asked++;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await sweepReceipts(counted);
    return asked;
  }

  test('asks the database once while there are none', async () => {
    expect(await asks()).toBe(1);
  });

  test('leaves those of more than two minutes to housekeeping, which has looked at all after an hour', async () => {
    const { messages, record } = await claimCampaign(world, ['9841000010']);
    await record({ 0: 'submitted' });
    const [{ uuid, phone }] = messages as [Claimed];
    await sql`
      INSERT INTO receipt (link, operator_id, phone, status, received_at)
      SELECT ${LINK}, ${`id-${uuid}`}, ${phone}, 'delivered', now() - interval '3 minutes'
      FROM generate_series(1, 60)`.execute(world.db);
    expect(await asks()).toBe(1);
    expect(await statusOf(uuid)).toBe('submitted');
    await runHousekeeping(world.db, world.deps.files);
    expect(await statusOf(uuid)).toBe('delivered');
    const { rows } = await sql`SELECT FROM receipt`.execute(world.db);
    expect(rows).toHaveLength(59);
    await sql`DELETE FROM receipt`.execute(world.db);
    await audit(world.db);
  });
});

test('a second part’s receipt that was kept while its message was recorded is found later', async () => {
  const message = await longMessage('9841000003', ['part-3', 'part-4']);
  await recordReceipts(world.db, [receipt('part-3', message.phone)]);
  await sql`
    INSERT INTO receipt (link, operator_id, phone, status)
    VALUES (${LINK}, 'part-4', ${message.phone}, 'delivered')`.execute(world.db);
  await sweepReceipts(world.db);
  expect(await statusOf(message.uuid)).toBe('delivered');
  await audit(world.db);
});

describe('the reason of a long message that failed is that of the receipt that decided it', () => {
  const failed = { status: 'undelivered', error: '027' } as const;

  test.each([
    ['of one of its parts', '9841000021', ['reason-1', 'reason-2']],
    ['of its only id', '9841000022', ['reason-3']],
  ])('%s', async (_, phone, ids) => {
    const message = await longMessage(phone, ids);
    const [first = '', ...others] = ids.toReversed();
    await recordReceipts(world.db, [
      ...others.map((id) => ({ ...receipt(id, message.phone), error: '001' })),
      { ...receipt(first, message.phone), ...failed },
    ]);
    expect(await reasonOf(message.uuid)).toEqual(failed);
    await audit(world.db);
  });

  test('of two that failed in different ways, the one whose state it has', async () => {
    const message = await longMessage('9841000023', ['reason-4', 'reason-5']);
    await recordReceipts(world.db, [
      { ...receipt('reason-4', message.phone), ...failed },
      { ...receipt('reason-5', message.phone), status: 'expired', error: '040' },
    ]);
    expect(await reasonOf(message.uuid)).toEqual({ status: 'expired', error: '040' });
    await audit(world.db);
  });

  test('none when it is delivered', async () => {
    const message = await longMessage('9841000024', ['reason-6', 'reason-7']);
    await recordReceipts(world.db, [
      { ...receipt('reason-6', message.phone), error: '001' },
      receipt('reason-7', message.phone),
    ]);
    expect(await reasonOf(message.uuid)).toEqual({ status: 'delivered', error: null });
  });
});

test('a receipt that is older than the message is not matched to it by link and number', async () => {
  await recordReceipts(world.db, [receipt('of-an-earlier-message', '+9779841000004')]);
  const handed = await claimCampaign(world, ['9841000004']);
  await handed.record({ 0: 'unknown' });
  await sweepReceipts(world.db);
  const uuid = handed.messages[0]?.uuid ?? '';
  expect(await statusOf(uuid)).toBe('unknown');

  await recordReceipts(world.db, [receipt('its-own', '+9779841000004')]);
  await sweepReceipts(world.db);
  expect(await statusOf(uuid)).toBe('delivered');
  await audit(world.db);
});

test.each([
  ['long ago, and sent late', '9841000077', '-60 days'],
  ['by a clock days ahead', '9841000078', '3 days'],
])('the receipt of a message that was made %s, is applied by the next look', async (_, phone, age) => {
  const { messages, record, receive } = await claimCampaign(world, [phone]);
  await record({ 0: 'submitted' });
  const { rows } = await sql<{ uuid: string }>`
    UPDATE message SET uuid = uuid_v7(now() + ${age}::interval) WHERE uuid = ${messages[0]?.uuid} RETURNING uuid`.execute(
    world.db,
  );
  const uuid = rows[0]?.uuid as string;
  await sql`UPDATE message_part SET message = ${uuid} WHERE message = ${messages[0]?.uuid}`.execute(world.db);
  await countUse(world.db);
  await receive({ 0: 'delivered' });
  expect(await statusOf(uuid)).toBe('submitted');
  await sweepReceipts(world.db);
  expect(await statusOf(uuid)).toBe('delivered');
  await audit(world.db);
});

describe('a message of two parts that became unknown, whose receipts tell its number only', () => {
  const unknown = async (phone: string) => {
    const { messages, worker } = await claimCampaign(world, [phone], 'A message of two parts. '.repeat(10));
    const [{ uuid, hand }] = messages as [Claimed];
    await recordOutcomes(world.db, worker, [{ uuid, hand, status: 'unknown', error: 'the link closed' }]);
    return uuid;
  };
  const arrives = async (...receipts: ReceivedReceipt[]) => {
    await recordReceipts(world.db, receipts);
    await sweepReceipts(world.db);
  };
  /** The id by which it is found, and its parts are removed with it. */
  const idOf = async (uuid: string) => {
    const { rows } = await sql<{ id: string | null }>`
      SELECT operator_id AS id FROM message WHERE uuid = ${uuid}`.execute(world.db);
    return rows[0]?.id;
  };
  afterEach(() => audit(world.db));

  test('is delivered when the receipts of both parts are there, however often one of them comes', async () => {
    const uuid = await unknown('9841000005');
    const first = receipt('first-of-two', '+9779841000005');
    await arrives(first, first);
    expect(await statusOf(uuid)).toBe('unknown');
    await arrives(receipt('second-of-two', '+9779841000005'));
    expect(await statusOf(uuid)).toBe('delivered');
    expect(await idOf(uuid)).toBe('first-of-two');
  });

  test('has failed when one part has and the operator has the other one too', async () => {
    const uuid = await unknown('9841000006');
    await arrives({ ...receipt('failed-of-two', '+9779841000006'), status: 'undelivered' });
    // What was never taken is not charged: as long as nobody knows, it is held.
    expect(await statusOf(uuid)).toBe('unknown');
    await arrives(receipt('other-of-two', '+9779841000006'));
    expect(await statusOf(uuid)).toBe('undelivered');
  });

  test('that failed in different ways has the reason of the one whose state it has', async () => {
    const uuid = await unknown('9841000009');
    await arrives(
      { ...receipt('undelivered-of-two', '+9779841000009'), status: 'undelivered', error: '027' },
      { ...receipt('expired-of-two', '+9779841000009'), status: 'expired', error: '040' },
    );
    expect(await reasonOf(uuid)).toEqual({ status: 'expired', error: '040' });
  });

  test.each([
    ['sends long messages whole', '9841000007', sql`long_messages = 'payload'`],
    ['is an HTTP API', '9841000008', sql`kind = 'http', http = '{}', callback_secret = 'sealed'`],
  ])('is delivered by one receipt where the link %s', async (_, phone, setting) => {
    const uuid = await unknown(phone);
    await sql`UPDATE operator_link SET ${setting} WHERE name = ${LINK}`.execute(world.db);
    await arrives(receipt(`whole-${phone}`, `+977${phone}`));
    await sql`
      UPDATE operator_link SET kind = 'smpp', http = NULL, callback_secret = NULL, long_messages = 'udh'
      WHERE name = ${LINK}`.execute(world.db);
    expect(await statusOf(uuid)).toBe('delivered');
    expect(await idOf(uuid)).toBe(`whole-${phone}`);
  });
});

describe('an id that the operator uses again, as some do after each restart', () => {
  /** Messages to these numbers, all with this id, in the order in which they were made. */
  async function withId(id: string, phones: readonly string[]): Promise<string[]> {
    const uuids: string[] = [];
    for (const phone of phones) {
      const { messages, worker } = await claimCampaign(world, [phone]);
      const { uuid, hand } = messages[0] as Claimed;
      await recordOutcomes(world.db, worker, [{ uuid, hand, status: 'submitted', ids: [id] }]);
      uuids.push(uuid);
    }
    return uuids;
  }
  const statuses = (uuids: readonly string[]) => Promise.all(uuids.map(statusOf));

  test('names the message to the number of the receipt, the newest if there are several', async () => {
    const messages = await withId('again', ['9841000151', '9841000152', '9841000152', '9841000153']);
    await recordReceipts(world.db, [receipt('again', '+9779841000152')]);
    expect(await statuses(messages)).toEqual(['submitted', 'submitted', 'delivered', 'submitted']);
    await recordReceipts(world.db, [receipt('again', '+9779841000151')]);
    expect(await statuses(messages)).toEqual(['delivered', 'submitted', 'delivered', 'submitted']);
    await audit(world.db);
  });

  test('names the newest message where the operator writes the number otherwise', async () => {
    const messages = await withId('again-2', ['9841000154', '9841000155']);
    await recordReceipts(world.db, [receipt('again-2', '+977984XXXX154')]);
    expect(await statuses(messages)).toEqual(['submitted', 'delivered']);
  });

  test('does not name an earlier message while the one to the number of the receipt is not recorded yet', async () => {
    const [former] = await withId('again-3', ['9841000156']);
    await recordReceipts(world.db, [receipt('again-3', '+9779841000157')]);
    await sweepReceipts(world.db);
    expect(await statusOf(former as string)).toBe('submitted');
    const [message] = await withId('again-3', ['9841000157']);
    expect(await statuses([former, message] as string[])).toEqual(['submitted', 'delivered']);
    await audit(world.db);
  });

  test('names the message that it has when none to the number of the receipt comes', async () => {
    const [message] = await withId('again-4', ['9841000158']);
    await recordReceipts(world.db, [receipt('again-4', '+9779841000159')]);
    await sql`UPDATE receipt SET received_at = now() - interval '1 minute'`.execute(world.db);
    await sweepReceipts(world.db);
    expect(await statusOf(message as string)).toBe('delivered');
    await audit(world.db);
  });
});
