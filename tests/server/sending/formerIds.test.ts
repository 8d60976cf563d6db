import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Claimed } from '../../../server/services/sending/claims.ts';
import { isSameNumber } from '../../../server/services/sending/formerIds.ts';
import { registerLinks } from '../../../server/services/sending/linkStates.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { sweepReceipts } from '../../../server/services/sending/receiptSweep.ts';
import { recordReceipts } from '../../../server/services/sending/receipts.ts';
import { idReader } from '../../../server/services/sending/smpp/ids.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK } from '../../support/claims.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterEach(async () => {
  await sql`DELETE FROM receipt`.execute(world.db);
  await audit(world.db);
});
afterAll(() => world.close());

/** Messages whose ids were stored as the operator wrote them. */
async function sent(phone: string, ids: string[], text = 'Hello'): Promise<Claimed> {
  const { messages, worker } = await claimCampaign(world, [phone], text);
  const message = messages[0] as Claimed;
  await recordOutcomes(world.db, worker, [{ ...message, status: 'submitted', ids }]);
  return message;
}
const setNotation = (ids: string) =>
  registerLinks(world.db, [{ name: LINK, url: `smpp://demo:demo@127.0.0.1:2775?ids=${ids}` }]);
/** Receipts that write ids in decimals, read as the link reads them now, and looked at a minute later. */
async function receive(phone: string, ids: string[]): Promise<void> {
  const { receipted } = idReader('hex_decimal');
  await recordReceipts(
    world.db,
    ids.map((id) => ({
      ...{ link: LINK, operator_id: receipted(id), phone, status: 'delivered', error: null },
    })),
  );
  await sql`UPDATE receipt SET received_at = received_at - interval '1 minute'`.execute(world.db);
  await sql`UPDATE message SET created_at = created_at - interval '2 minutes' WHERE phone = ${phone}`.execute(
    world.db,
  );
  await sweepReceipts(world.db);
}
const statusOf = async ({ uuid }: Claimed) =>
  (await sql<{ status: string }>`SELECT status FROM message WHERE uuid = ${uuid}`.execute(world.db)).rows[0]
    ?.status;

test.each([
  ['1A3F', '1a3f', true],
  ['0001A3F', '6719', true],
  ['6719', '0x1a3f', true],
  ['0006719', '6719', true],
  ['6719', '6720', false],
  ['msg-1', 'msg-1a', false],
  ['', '0', false],
])('“%s” and “%s” are one number in some notation: %s', (one, other, isSame) => {
  expect(isSameNumber(one, other)).toBe(isSame);
});

test('a receipt in the notation that was set since is about the message that was sent before', async () => {
  const message = await sent('9801210500', ['0001A3F']);
  const long = await sent('9801210501', ['0001B00', '0001B01'], 'A message of two parts. '.repeat(10));
  await setNotation('hex_decimal');
  await receive(long.phone, ['6912', '6913']);
  await receive(message.phone, ['6719']);
  expect([await statusOf(message), await statusOf(long)]).toEqual(['delivered', 'delivered']);
});

test('one to another number, or about a message that was sent after the change, is not', async () => {
  const message = await sent('9801210510', ['0002A3F']);
  await setNotation('hex_decimal');
  await receive('+9779801210519', ['10815']);
  expect(await statusOf(message)).toBe('submitted');
  await sql`
    UPDATE operator_link SET message_ids_set_at = now() - interval '1 hour' WHERE name = ${LINK}`.execute(
    world.db,
  );
  await receive(message.phone, ['10815']);
  expect(await statusOf(message)).toBe('submitted');
});
