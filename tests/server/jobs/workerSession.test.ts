import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerLinks } from '../../../server/services/sending/linkStates.ts';
import { requeueUnsent } from '../../../server/services/sending/workers.ts';
import { audit } from '../../support/audit.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK } from '../../support/claims.ts';
import { type LinkWorld, ncell, patience, startLinkWorld } from '../../support/linkWorld.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';
import { workerSessions } from '../../support/workerSessions.ts';

let world: LinkWorld;
let operator: RunningSimulator;
beforeAll(async () => {
  operator = await startSimulator({ undelivered: 0, latency: 20 });
  world = await startLinkWorld([{ name: 'first', url: `${operator.url}?window=10` }]);
});
afterAll(async () => {
  await world.close();
  await operator.kill();
});

/** Ends the session that shows that the worker lives, as a cut connection does. Answers the worker's number. */
async function cutSession(): Promise<number> {
  const sessions = await workerSessions(world.db);
  expect(sessions).toHaveLength(1);
  const [{ worker, pid }] = sessions as [{ worker: number; pid: number }];
  await sql`SELECT pg_terminate_backend(${pid})`.execute(world.db);
  return worker;
}

test('a worker that loses its session while sending continues under a new number without unknown messages', async () => {
  const campaign = await world.send(ncell(400));
  await world.until(campaign, ({ submitted, delivered }) => submitted + delivered > 50);
  const before = await vi.waitFor(cutSession, patience);
  const done = await world.until(campaign, ({ delivered, unknown }) => delivered + unknown === 400);
  expect([done.unknown, (await operator.stats()).duplicates]).toEqual([0, 0]);
  const after = await vi.waitFor(cutSession, patience);
  expect(after).toBeGreaterThan(before);
  await audit(world.db);
});

test('claimed messages that were never sent go back to the queue, or are cancelled with their campaign', async () => {
  // With the same system ID it would begin paused as well.
  await registerLinks(world.db, [{ name: LINK, url: 'smpp://demo:demo@127.0.0.1:2775' }]);
  await world.act('first', 'pause');
  const phones = ncell(4, 5000);
  const sending = await claimCampaign(world, phones.slice(0, 2));
  const cancelled = await claimCampaign(world, phones.slice(2));
  await world.call('customer', 'POST', `/v1/sms/compose/${cancelled.campaign}/cancel/`);
  for (const { worker } of [sending, cancelled]) await requeueUnsent(world.db, worker);
  const { rows } = await sql<{ status: string }>`
    SELECT status FROM message WHERE phone IN (${sql.join(phones.map((phone) => `+977${phone}`))})
    ORDER BY phone`.execute(world.db);
  expect(rows.map(({ status }) => status)).toEqual(['queued', 'queued', 'cancelled', 'cancelled']);
  await world.act('first', 'resume');
  await world.until(sending.campaign, ({ delivered }) => delivered === 2);
  await audit(world.db);
});
