import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { ntc } from '../../support/linkWorld.ts';
import { olderWorker } from '../../support/olderWorker.ts';
import { setUpViber } from '../../support/viberSetup.ts';
import { SMS, VIBER, type ViberWorld } from '../../support/viberWorld.ts';

let world: TestApp;
let viber: ViberWorld;
setUpViber((app, campaigns) => {
  world = app;
  viber = campaigns;
});
afterEach(() => audit(world.db));

const LONG = 'a'.repeat(200);
const queue = async (uuid: string) =>
  (
    await sql<{ waiting: number; hands: number }>`
      SELECT (SELECT coalesce(sum(waiting), 0)::int FROM campaign_queue WHERE campaign = ${uuid}) AS waiting,
        (SELECT count(*)::int FROM hand WHERE campaign = ${uuid}) AS hands`.execute(world.db)
  ).rows[0];

test('a worker of an earlier version claims no message of a campaign over Viber', async () => {
  const { uuid } = await viber.send(ntc(3));
  const older = olderWorker(world.db, SMS);
  expect(await older.sees(uuid)).toEqual(['ntc']);
  expect(await older.claimNext(uuid)).toEqual([]);
  expect(await queue(uuid)).toEqual({ waiting: 3, hands: 0 });
  expect(await viber.handOver(VIBER, uuid)).toHaveLength(3);
});

test('nor the SMS of one, which is of other parts and another price; a newer worker sends it', async () => {
  const { uuid } = await viber.send(ntc(2, 10), { body: LONG });
  await viber.handOver(VIBER, uuid, 'rejected');
  const older = olderWorker(world.db, SMS);
  expect(await older.sees(uuid)).toEqual(['ntc']);
  expect(await older.claimRetries(uuid)).toEqual([]);
  expect(await viber.handOver(SMS, uuid)).toHaveLength(2);
  expect(await viber.charged(uuid)).toEqual({ wallet: [2, 480] });
});

test('it claims SMS as before, but sends none over a link for Viber', async () => {
  const { uuid } = await viber.send(ntc(2, 20), {
    ...{ channel: 'sms', viber_identity: null, fallback_minutes: null },
  });
  expect(await olderWorker(world.db, VIBER).claimNext(uuid)).toEqual([]);
  expect(await olderWorker(world.db, SMS).claimNext(uuid)).toHaveLength(2);
  // It is no worker that records outcomes here.
  await sql`DELETE FROM hand WHERE campaign = ${uuid}`.execute(world.db);
  await sql`UPDATE campaign_queue SET waiting = 2, claimed_to = '00000000-0000-0000-0000-000000000000'
    WHERE campaign = ${uuid}`.execute(world.db);
});

test('messages that it creates are of Viber, with the SMS that may follow', async () => {
  const asked = { ...viber.body(ntc(5, 30), { body: LONG }), max_cost: 4_000_000 };
  const { body } = await world.call<{ data: Campaign }>('customer', 'POST', '/v1/sms/compose/', asked);
  const { uuid } = body.data;
  const older = olderWorker(world.db, SMS);
  await older.expand(uuid, 3);
  await older.expand(uuid, 2);
  expect(await older.claimNext(uuid)).toEqual([]);
  expect(await viber.handOver(VIBER, uuid)).toHaveLength(5);
  const [first, second] = ntc(5, 30).map((number) => `+977${number}`) as [string, string];
  await viber.receive(VIBER, first, 'delivered');
  await viber.receive(VIBER, second, 'undelivered');
  expect(await viber.handOver(SMS, uuid)).toHaveLength(1);
  expect(await viber.charged(uuid)).toEqual({ viber: [1, 150], wallet: [1, 240] });
});
