import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withDaily } from '../../../server/services/sending/daily.ts';
import { makeUnknown } from '../../../server/services/sending/failover/compare.ts';
import { sweepReceipts } from '../../../server/services/sending/receiptSweep.ts';
import { type ReceivedReceipt, recordReceipts } from '../../../server/services/sending/receipts.ts';
import { reapDeadWorkers, requeueUnsent } from '../../../server/services/sending/workers.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type ClaimedCampaign, claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK } from '../../support/claims.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

let given = 0;
/** A long message that is in hand at a link whose operator answers with such an id, or by none of its own. */
async function inHand(http_id_path = ''): Promise<ClaimedCampaign & { uuid: string; phone: string }> {
  // To be claimed for, it is one of the environment, which knows only SMPP.
  await sql`
    UPDATE operator_link SET kind = 'smpp', callback_secret = NULL, poll_seconds = NULL, http = NULL
    WHERE name = ${LINK}`.execute(world.db);
  const handed = await claimCampaign(
    world,
    [`98${41_000_300 + given++}`],
    'A message of two parts. '.repeat(10),
  );
  await sql`
    UPDATE operator_link SET kind = 'http', callback_secret = 'sealed', poll_seconds = 30,
      http = jsonb_build_object('http_id_path', ${http_id_path}::text) WHERE name = ${LINK}`.execute(
    world.db,
  );
  const { uuid, phone } = handed.messages[0] as ClaimedCampaign['messages'][number];
  return { ...handed, uuid, phone };
}
const report = (uuid: string, status: ReceivedReceipt['status'] = 'delivered'): Promise<void> =>
  recordReceipts(world.db, [{ link: LINK, operator_id: uuid, phone: '', status, error: null }]);
const statusOf = async (uuid: string) =>
  (await sql<{ status: string }>`SELECT status FROM message WHERE uuid = ${uuid}`.execute(world.db)).rows[0]
    ?.status;
const pollsOf = async (uuid: string) =>
  (await sql`SELECT phone FROM receipt_poll WHERE link = ${LINK} AND operator_id = ${uuid}`.execute(world.db))
    .rows;

describe('where the operator knows messages by our ids, its result finds one', () => {
  test.each<[string, (handed: ClaimedCampaign) => Promise<unknown>]>([
    ['that was not answered', ({ record }) => record({ 0: 'unknown' })],
    ['whose worker died', () => reapDeadWorkers(world.db)],
    [
      'that another database had sent',
      async ({ campaign, worker, messages }) => {
        await requeueUnsent(world.db, worker);
        await sql`
          INSERT INTO failover (identity, is_other_cluster, processes, resumed_at) VALUES ('x', true, '{}', now())`.execute(
          world.db,
        );
        await sql`
          INSERT INTO failover_message (failover, campaign, phone, link, handed_at)
          SELECT uuid, ${campaign}, ${messages[0]?.phone}, ${LINK}, now() FROM failover`.execute(world.db);
        await withDaily(world.db, async (trx, daily) => {
          daily.push(...(await makeUnknown(trx, campaign)));
        });
      },
    ],
  ])('%s', async (_, becomeUnknown) => {
    const handed = await inHand();
    await becomeUnknown(handed);
    expect(await statusOf(handed.uuid)).toBe('unknown');
    expect(await pollsOf(handed.uuid)).toEqual([{ phone: handed.phone }]);
    await report(handed.uuid);
    expect(await statusOf(handed.uuid)).toBe('delivered');
  });

  test('also when it comes before the answer is given up', async () => {
    const { uuid, record } = await inHand();
    await report(uuid, 'undelivered');
    await record({ 0: 'unknown' });
    expect(await statusOf(uuid)).toBe('undelivered');
    await audit(world.db);
  });
});

test('where it answers with an id of its own, ours names no message', async () => {
  const { uuid, record } = await inHand('id');
  await record({ 0: 'unknown' });
  await report(uuid);
  await sweepReceipts(world.db);
  expect([await statusOf(uuid), await pollsOf(uuid)]).toEqual(['unknown', []]);
});
