import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { startWorker } from '../../../server/jobs/worker.ts';
import { identityOf } from '../../../server/services/sending/failover/identity.ts';
import { noJournals } from '../../../server/services/sending/journal/journals.ts';
import { noteJournal } from '../../../server/services/sending/journal/leftJournals.ts';
import { lookForAbsent } from '../../../server/services/sending/workerAbsence.ts';
import { newWorker, reapDeadWorkers, WORKER_LOCKS } from '../../../server/services/sending/workers.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type ClaimedCampaign, claimCampaign } from '../../support/claimedCampaign.ts';
import { waitForLocks } from '../../support/locks.ts';
import { soon } from '../../support/soon.ts';

// How long workers look for one that is not there before they give up what it had in hand (docs/adr/0012).

let world: TestApp;
let database: Database;
/** Of a worker that is dead: nobody holds its lock. */
let handed: ClaimedCampaign;
let given = 0;
beforeAll(async () => {
  world = await createTestApp();
  database = openDatabase(world.url, 5, () => {});
});
beforeEach(async () => {
  handed = await claimCampaign(world, [`98012203${10 + given++}`]);
});
afterEach(async () => {
  await handed.record({ 0: 'submitted' });
  await handed.receive({ 0: 'delivered' });
  await audit(world.db);
});
afterAll(async () => {
  await database.close();
  await world.close();
});

/** What the next look finds: milliseconds that workers have looked for it in vain. */
const look = async () => (await lookForAbsent(world.db)).get(handed.worker);
/** The last look was this long ago, by the database's clock now. */
const lookedBefore = (interval: string) =>
  sql`UPDATE worker_absence SET looked_at = clock_timestamp() - ${interval}::interval`.execute(world.db);
const counted = (milliseconds: number) =>
  sql`UPDATE worker_absence SET missed_ms = ${milliseconds}`.execute(world.db);
const noted = async () =>
  (await sql`SELECT worker FROM worker_absence WHERE worker = ${handed.worker}`.execute(world.db)).rows
    .length;
describe('a look', () => {
  test('counts the time since the last one, whoever that was', async () => {
    expect(await look()).toBe(0);
    for (const least of [1000, 2000, 3000]) {
      await lookedBefore('1 second');
      const missed = await look();
      expect(missed).toBeGreaterThanOrEqual(least);
      expect(missed).toBeLessThan(least + 1000);
    }
    expect(await look()).toBeLessThan(4000);
  });

  test('after a long gap, or a clock that jumped ahead, counts two seconds', async () => {
    await look();
    await lookedBefore('1 hour');
    expect(await look()).toBe(2000);
    await lookedBefore('1 day');
    expect(await look()).toBe(4000);
  });

  test('by a clock that was put back counts nothing, and the next one goes on from there', async () => {
    await look();
    await counted(500);
    await lookedBefore('-1 hour');
    expect(await look()).toBe(500);
    await lookedBefore('1 second');
    expect(await look()).toBeGreaterThanOrEqual(1500);
  });

  test('begins anew when the worker was there meanwhile', async () => {
    await look();
    await counted(29_000);
    const session = await database.connect();
    await session.query('SELECT pg_advisory_lock($1, $2)', [WORKER_LOCKS, handed.worker]);
    expect(await look()).toBeUndefined();
    await session.end();
    await soon(async () => expect(await look()).toBe(0));
  });

  test('of several at once waits for nobody that has what it would forget', async () => {
    const other = await claimCampaign(world, [`98012204${10 + given++}`]);
    await look();
    await other.record({ 0: 'submitted' });
    await other.receive({ 0: 'delivered' });
    await world.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM worker_absence WHERE worker = ${other.worker} FOR UPDATE`.execute(trx);
      expect(await look()).toBeDefined();
    });
    await look();
    const { rows } = await sql`SELECT worker FROM worker_absence`.execute(world.db);
    expect(rows).toEqual([{ worker: handed.worker }]);
  });
});

describe('giving up a worker', () => {
  test('is for one at a time, and meanwhile the dead one still counts as absent', async () => {
    await look();
    await counted(29_000);
    const reaping = await world.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM campaign WHERE uuid = ${handed.campaign} FOR UPDATE`.execute(trx);
      const reaping = reapDeadWorkers(world.db);
      await waitForLocks(world.db);
      expect(await look()).toBeGreaterThanOrEqual(29_000);
      expect(await reapDeadWorkers(world.db)).toEqual({ unknown: 0, recorded: 0 });
      return { reaping };
    });
    expect(await reaping.reaping).toEqual({ unknown: 1, recorded: 0 });
  });

  test('spares who came back since it was found absent', async () => {
    const session = await database.connect();
    const find = async (worker: number) => {
      await session.query('SELECT pg_advisory_lock($1, $2)', [WORKER_LOCKS, worker]);
      return null;
    };
    expect(await reapDeadWorkers(world.db, { journals: { ...noJournals, find } })).toEqual({
      unknown: 0,
      recorded: 0,
    });
    await session.end();
  });
});

describe('a worker that starts', () => {
  const hire = () => startWorker(database, [], { DISPATCH_BATCH: 10 }, pino({ level: 'silent' }));
  const show = async () =>
    (await world.call<{ data: Campaign }>('customer', 'GET', `/v1/sms/compose/${handed.campaign}/`)).body
      .data;

  test('goes on counting where the one before it died, for a dead worker of another host', async () => {
    await noteJournal(world.db, handed.worker, await identityOf(world.db));
    const first = await hire();
    await soon(async () => expect(await noted()).toBe(1));
    await first.stop();
    expect((await show()).unknown).toBe(0);
    await counted(29_900);
    const second = await hire();
    await soon(async () => expect((await show()).unknown).toBe(1));
    await second.stop();
  });

  test('knows what is of its database before it gives anything up, however long it waits for its number', async () => {
    await noteJournal(world.db, handed.worker, await identityOf(world.db));
    await look();
    await counted(20_000);
    const next = (await newWorker(world.db)) + 1;
    const session = await database.connect();
    await session.query('SELECT pg_advisory_lock($1, $2)', [WORKER_LOCKS, next]);
    const hired = hire();
    await soon(async () => {
      const { rows } = await sql<{ missed: number }>`
        SELECT missed_ms AS missed FROM worker_absence WHERE worker = ${handed.worker}`.execute(world.db);
      expect(rows[0]?.missed).toBeGreaterThan(21_000);
    });
    expect((await show()).unknown).toBe(0);
    await session.end();
    const worker = await hired;
    expect((await show()).unknown).toBe(0);
    await counted(29_900);
    await soon(async () => expect((await show()).unknown).toBe(1));
    await worker.stop();
  });
});
