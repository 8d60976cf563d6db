import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { isUnavailable } from '../../../server/db/unavailable.ts';
import { startLoop } from '../../../server/jobs/loop.ts';
import { startQueue } from '../../../server/jobs/queue.ts';
import { startWorker } from '../../../server/jobs/worker.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { claimCampaign } from '../../support/claimedCampaign.ts';
import { LINK } from '../../support/claims.ts';
import { idleHandlers } from '../../support/idleHandlers.ts';
import { waitForLocks } from '../../support/locks.ts';

// A process that stops closes its database after some seconds, whatever a lock still holds up.

let world: TestApp;
let database: Database;
/** What was logged as an error. */
let errors: string[];
const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
beforeAll(async () => {
  world = await createTestApp();
});
beforeEach(() => {
  errors = [];
  database = openDatabase(world.url, 4, () => {});
});
afterAll(() => world.close());

/** A receipt that only a sweep settles, and its campaign. */
async function receiptToSweep(phone: string): Promise<string> {
  const { campaign, messages, record } = await claimCampaign(world, [phone]);
  await record({ 0: 'submitted' });
  await sql`
    INSERT INTO receipt (link, operator_id, phone, status, received_at)
    VALUES (${LINK}, ${`id-${messages[0]?.uuid}`}, ${messages[0]?.phone}, 'delivered', now())`.execute(
    world.db,
  );
  return campaign;
}

/** Runs while a lock holds up the sweep of this campaign's receipt; resolves when that is free again. */
const whileSwept = <T>(campaign: string, work: () => Promise<T>): Promise<T> =>
  world.db.transaction().execute(async (trx) => {
    await sql`SELECT FROM campaign WHERE uuid = ${campaign} FOR UPDATE`.execute(trx);
    return work();
  });

test('a worker whose sweep is held up when its process ends stops without an error', async () => {
  const campaign = await receiptToSweep('9801220100');
  const { stopped, closed } = await whileSwept(campaign, async () => {
    const worker = await startWorker(database, [], { DISPATCH_BATCH: 10 }, log);
    await waitForLocks(world.db);
    return { stopped: worker.stop(), closed: database.close() };
  });
  await Promise.all([stopped, closed]);
  expect(errors).toEqual([]);
  // What had begun is whole.
  const { rows } = await sql<{ status: string }>`
    SELECT status FROM message WHERE campaign = ${campaign}`.execute(world.db);
  expect(rows).toEqual([{ status: 'delivered' }]);
  await audit(world.db);
});

test('a step of any loop ends it, and nothing is reported', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: free, resolve: release } = Promise.withResolvers<void>();
  const reported: unknown[] = [];
  const loop = startLoop(
    async () => {
      await sql`SELECT 1`.execute(database.db);
      begin();
      await free;
      await sql`SELECT 1`.execute(database.db);
      return false;
    },
    1000,
    (error) => reported.push(error),
  );
  await begun;
  await database.close();
  release();
  await loop.stop();
  expect(reported).toEqual([]);
});

test.each(['mail', 'housekeeping', 'erasure'] as const)(
  'a job of %s that the process does not wait for ends without an error',
  async (name) => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
    const work = async () => {
      begin();
      await free;
      await sql`SELECT 1`.execute(database.db).catch((error: unknown) => {
        end(error);
        throw error;
      });
    };
    const handlers = { ...idleHandlers, [name]: work };
    await sql`SELECT 1`.execute(database.db);
    const queue = await startQueue({ url: world.url, handlers, log });
    if (name === 'erasure') await queue.enqueue(name, { uuid: '01890000-0000-7000-8000-000000000001' });
    else if (name === 'mail') await queue.deliverMail();
    else await sql`INSERT INTO pgboss.job (name, policy) VALUES (${name}, 'singleton')`.execute(world.db);
    await begun;
    await queue.stop();
    await database.close();
    release();
    const error = await ended;
    expect(String(error)).toContain('destroyed');
    // A request that was held up as long is answered with 503.
    expect(isUnavailable(error)).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toEqual([]);
  },
);
