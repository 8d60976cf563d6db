import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { type Queue, startQueue } from '../../../server/jobs/queue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { idleHandlers } from '../../support/idleHandlers.ts';
import { soon } from '../../support/soon.ts';

const HOUR = 3_600_000;
const log = { error: () => {}, warn: () => {}, info: () => {} };
let place: TestDatabase;
let database: Database;
let queue: Queue | undefined;
let kept = 0;

const open = async () => {
  const handlers = { ...idleHandlers, housekeeping: async () => void kept++ };
  queue = await startQueue({ url: place.url, handlers, log });
};
const close = async () => {
  await queue?.stop();
  queue = undefined;
};
const rowOf = async (query: ReturnType<typeof sql<Record<string, unknown>>>) =>
  (await query.execute(database.db)).rows[0];

beforeAll(async () => {
  place = await createTestDatabase();
  database = openDatabase(place.url, 2, () => {});
  // From now on its tables and schedules are there.
  await open();
  await close();
});
beforeEach(async () => {
  const { db } = database;
  await sql`DELETE FROM pgboss.job`.execute(db);
  await sql`UPDATE pgboss.version SET cron_on = NULL`.execute(db);
  await sql`UPDATE pgboss.queue SET monitor_claim_on = NULL, maintain_on = NULL, singletons_active = NULL`.execute(
    db,
  );
});
afterEach(async () => {
  vi.useRealTimers();
  await close();
});
afterAll(async () => {
  await database?.close();
  await place?.drop();
});

test('what a clock of the database wrote that was hours ahead holds nothing up once it was put back', async () => {
  const { db } = database;
  const ahead = sql`now() + interval '5 hours'`;
  await sql`UPDATE pgboss.version SET cron_on = ${ahead}`.execute(db);
  await sql`UPDATE pgboss.queue SET monitor_claim_on = ${ahead}, maintain_on = ${ahead}`.execute(db);
  await sql`
    INSERT INTO pgboss.job (name, policy, start_after) VALUES ('housekeeping', 'singleton', ${ahead})`.execute(
    db,
  );
  await sql`
    INSERT INTO pgboss.job (name, state, started_on, heartbeat_on, heartbeat_seconds)
    VALUES ('erasure', 'active', ${ahead}, ${ahead}, 1)`.execute(db);
  // Each minute that a schedule has had a job in gets no other.
  await sql`
    INSERT INTO pgboss.job (name, state, singleton_key, singleton_on)
    SELECT '__pgboss__send-it', 'completed', 'housekeeping__', date_trunc('minute', now() AT TIME ZONE 'UTC') + make_interval(mins => n)
    FROM generate_series(1, 300) AS n`.execute(db);
  kept = 0;
  await open();
  await soon(() => expect(kept).toBe(1));
  await soon(async () =>
    expect(
      await rowOf(sql`
        SELECT (SELECT cron_on FROM pgboss.version) <= now() AS scheduled,
          (SELECT max(greatest(monitor_claim_on, maintain_on)) FROM pgboss.queue) <= now() AS maintained,
          (SELECT started_on IS NULL OR started_on <= now() FROM pgboss.job WHERE name = 'erasure') AS started,
          (SELECT state FROM pgboss.job WHERE name = 'erasure') AS dead,
          (SELECT count(*)::int FROM pgboss.job WHERE singleton_on > now() AT TIME ZONE 'UTC') AS taken`),
    ).toEqual({ scheduled: true, maintained: true, started: true, dead: 'retry', taken: 0 }),
  );
});

test('what is tried again in a moment waits for it', async () => {
  await sql`
    INSERT INTO pgboss.job (name, state, start_after) VALUES ('erasure', 'retry', now() + interval '50 seconds')`.execute(
    database.db,
  );
  await open();
  await soon(async () =>
    expect(
      await rowOf(sql`SELECT cron_on > now() - interval '20 seconds' AS passed FROM pgboss.version`),
    ).toEqual({ passed: true }),
  );
  expect(
    await rowOf(
      sql`SELECT start_after > now() AS waits FROM pgboss.job WHERE name = 'erasure' ORDER BY created_on DESC LIMIT 1`,
    ),
  ).toEqual({ waits: true });
});

test('a time of day that is put back by hours holds no timer up', async () => {
  await open();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 5 * HOUR });
  const { before } = (await rowOf(sql`SELECT now() AS before`)) as { before: Date };
  await soon(async () =>
    expect(await rowOf(sql`SELECT max(monitor_claim_on) > ${before} AS looked FROM pgboss.queue`)).toEqual({
      looked: true,
    }),
  );
});
