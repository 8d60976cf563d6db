import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { expandNext } from '../../../server/services/sending/campaigns.ts';
import { hasWaiting } from '../../../server/services/sending/claims.ts';
import { dueWork, hasExpanding, startDue } from '../../../server/services/sending/dueWork.ts';
import { recordOutcomes } from '../../../server/services/sending/outcomes.ts';
import { newWorker } from '../../../server/services/sending/workers.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { take } from '../../support/claims.ts';
import { ntc } from '../../support/linkWorld.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const IDLE = { starts: false, sends: false, inFlight: false, waitsLong: false, expands: false, waits: false };

/** What a worker finds to do, when it asks as it does every second. */
const found = async () => ({
  ...(await dueWork(world.db)),
  expands: await hasExpanding(world.db),
  waits: await hasWaiting(world.db),
});

test('a worker finds each step of a campaign, and nothing between them', async () => {
  expect(await found()).toEqual(IDLE);
  const { body } = await world.call<{ data: Campaign }>('customer', 'POST', '/v1/sms/compose/', {
    ...{ name: 'Due', sender: world.sender, body: 'Hello', max_cost: 1_000_000 },
    recipients: { numbers: ntc(2) },
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const { uuid } = body.data;
  expect(await found()).toEqual({ ...IDLE, expands: true });
  while (await expandNext(world.db)) {}
  expect(await found()).toEqual(IDLE);

  await sql`UPDATE campaign SET scheduled_at = now() WHERE uuid = ${uuid}`.execute(world.db);
  // Whoever starts it also asks whether it may be sent.
  expect(await found()).toEqual({ ...IDLE, starts: true, sends: true });
  await startDue(world.db);
  expect(await found()).toEqual({ ...IDLE, sends: true, waits: true });

  const worker = await newWorker(world.db);
  const claimed = await take(world.db, worker, uuid, 2);
  expect(await found()).toEqual({ ...IDLE, sends: true, inFlight: true });
  const [first, second] = claimed.map(({ uuid, hand }) => ({ uuid, hand }));
  if (!first || !second) throw new Error('two were to be claimed');
  await recordOutcomes(world.db, worker, [
    { ...first, status: 'submitted', ids: ['due-1'] },
    { ...second, status: 'queued', error: 'ESME_RTHROTTLED', seconds: 60 },
  ]);
  // It is to be tried again in a minute.
  expect(await found()).toEqual({ ...IDLE, sends: true });
  await sql`UPDATE message_retry SET not_before = now() + interval '6 minutes'`.execute(world.db);
  expect(await found()).toEqual({ ...IDLE, sends: true, waitsLong: true });
  await sql`UPDATE message_retry SET not_before = now()`.execute(world.db);
  expect(await found()).toEqual({ ...IDLE, sends: true, waits: true });
  await sql`UPDATE campaign SET status = 'paused' WHERE uuid = ${uuid}`.execute(world.db);
  await sql`DELETE FROM message_retry`.execute(world.db);
  await sql`UPDATE campaign_queue SET waiting = 1`.execute(world.db);
  expect(await found()).toEqual(IDLE);
});
