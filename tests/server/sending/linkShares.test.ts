import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { operatorsOf } from '../../../server/jobs/operatorsOf.ts';
import { startWorker, type Worker } from '../../../server/jobs/worker.ts';
import { forgetDeadWorkers } from '../../../server/services/sending/linkStates.ts';
import { audit } from '../../support/audit.ts';
import { type LinkWorld, ntc, patience, startLinkWorld, totalShareOf } from '../../support/linkWorld.ts';
import { startServer } from '../../support/server.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';
import { workerSessions } from '../../support/workerSessions.ts';

let LINK: string;
let world: LinkWorld;
let operator: RunningSimulator;
let database: Database;
let hired: Worker[] = [];
let operators: { name: string; url: string }[];

beforeAll(async () => {
  operator = await startSimulator({ undelivered: 0, 'receipt-after': 20 });
  operators = operatorsOf(operator.url);
  LINK = operators[0]?.name as string;
  world = await startLinkWorld(operators);
  database = openDatabase(world.url, 20, () => {});
  await world.becomes(LINK, 'bound');
});
afterAll(async () => {
  await world?.close();
  await database?.close();
  await operator?.kill();
});
beforeEach(async () => {
  await operator.reset();
  await operator.settings({ latency: 5 });
  await world.limit(LINK, { window: 50, rate: 0 });
});
afterEach(async () => {
  await dismiss();
  await audit(world.db);
});

const settings = { DISPATCH_BATCH: 100 };
const hire = async () => {
  hired.push(await startWorker(database, operators, settings, pino({ level: 'silent' })));
};
const dismiss = async () => {
  const all = hired;
  hired = [];
  await Promise.all(all.map((worker) => worker.stop()));
};
const windows = async () => (await world.link(LINK)).shares.map(({ window }) => window);
/** Waits until the workers hold these parts of the window, in the order in which they began. */
const share = (...parts: number[]) =>
  vi.waitFor(async () => expect(await windows()).toEqual(parts), patience);
/** When a worker was heard of after the seconds for which a dead one's share is kept. */
const pastGrace = sql`seen_at - interval '3 seconds'`;
/** As if a worker had been heard of last at this time. */
const setSeen = (worker: number | undefined, at: typeof pastGrace) =>
  sql`
    WITH gone AS (
      UPDATE operator_link_state SET seen_at = ${at} WHERE worker = ${worker} RETURNING 1)
    SELECT pg_notify('operator_link', '') FROM gone`.execute(world.db);
const delivered = (uuid: string, count: number) => world.until(uuid, (c) => c.delivered === count);

describe('the window', () => {
  test('is divided among three workers, and the operator never has more of it unanswered', async () => {
    await world.limit(LINK, { window: 7 });
    await Promise.all([hire(), hire()]);
    await share(3, 2, 2);
    await delivered(await world.send(ntc(150)), 150);
    const { mostUnanswered, mostUnansweredOfAll, sessions, messages, duplicates } = await operator.stats();
    expect({ sessions, messages, duplicates }).toEqual({ sessions: 3, messages: 150, duplicates: 0 });
    expect(mostUnanswered).toBeLessThanOrEqual(3);
    expect(mostUnansweredOfAll).toBeLessThanOrEqual(7);
  });

  test('of one is held by one worker, and the others claim nothing', async () => {
    await world.limit(LINK, { window: 1 });
    await Promise.all([hire(), hire()]);
    await share(1, 0, 0);
    const body = 'Two parts. '.repeat(20);
    await delivered(await world.send(ntc(20, 1000), { body }), 20);
    expect(await operator.stats()).toMatchObject({ messages: 20, pdus: 40, mostUnansweredOfAll: 1 });
  });

  test('is never exceeded while workers come and go', async () => {
    await world.limit(LINK, { window: 6 });
    const uuid = await world.send(ntc(300, 2000));
    for (let round = 0; round < 2; round++) {
      await hire();
      await share(3, 3);
      await hire();
      await share(2, 2, 2);
      await dismiss();
      await share(6);
    }
    await delivered(uuid, 300);
    const { mostUnansweredOfAll, messages, duplicates } = await operator.stats();
    expect({ messages, duplicates }).toEqual({ messages: 300, duplicates: 0 });
    expect(mostUnansweredOfAll).toBeLessThanOrEqual(6);
  });
});

describe('the rate', () => {
  test('holds over all workers together, in fractions too, while one joins', async () => {
    await world.limit(LINK, { window: 20, rate: 50 });
    const before = Date.now();
    const uuid = await world.send(ntc(60, 4000));
    await Promise.all([hire(), hire()]);
    await vi.waitFor(async () => {
      const { shares } = await world.link(LINK);
      expect(shares.map(({ rate }) => Math.round((rate ?? 0) * 100))).toEqual([1667, 1667, 1667]);
    }, patience);
    await delivered(uuid, 60);
    const at = (await operator.accepted()).map((entry) => entry.at);
    // One part each may be saved up. Whatever is late makes the time longer, never shorter.
    expect(at.length - 3).toBeLessThanOrEqual((50 * (Math.max(...at) - before)) / 1000);
  });

  test('that is lowered while messages leave holds from then on', async () => {
    await hire();
    await share(25, 25);
    await operator.settings({ latency: 100 });
    const uuid = await world.send(ntc(3000, 10_000));
    await world.until(uuid, ({ queued, recipients }) => queued < recipients);
    for (const rate of [200, 50]) {
      await world.limit(LINK, { rate });
      const { shares } = await world.link(LINK);
      expect(shares.map((one) => one.rate)).toEqual([rate / 2, rate / 2]);
    }
    const before = Date.now();
    const { messages } = await operator.stats();
    const at = await vi.waitFor(async () => {
      const accepted = (await operator.accepted()).slice(messages);
      expect(accepted.length).toBeGreaterThan(150);
      return accepted.map((entry) => entry.at);
    }, patience);
    // What was written in the last second before may be late.
    expect(at.length - 50).toBeLessThanOrEqual((50 * (Math.max(...at) - before)) / 1000);
    await operator.settings({ latency: 0 });
    await world.limit(LINK, { rate: 0 });
    await delivered(uuid, 3000);
  });

  test('and window change in the console without another connection', async () => {
    await hire();
    const { since } = await world.link(LINK);
    for (const change of [{ rate: 5 }, { rate: 0, window: 3 }, { rate: 500 }, { window: 90 }]) {
      await world.limit(LINK, change);
      expect((await world.link(LINK)).since).toBe(since);
    }
    await share(45, 45);
    expect((await operator.stats()).sessions).toBe(2);
  });
});

describe('a worker', () => {
  test.each([
    ['', pastGrace],
    [
      ', also if a clock of the database that was ahead says when it was heard of',
      sql`now() + interval '5 hours'`,
    ],
  ])('that is killed hands its share on%s', async (_, lastSeen) => {
    await world.limit(LINK, { window: 10 });
    const environment = { DATABASE_URL: world.url, SMPP_URL: operator.url };
    const other = await startServer(environment, ['--role', 'worker']);
    await share(5, 5);
    const killed = (await world.link(LINK)).shares.at(-1);
    await other.kill();
    await setSeen(killed?.worker, lastSeen);
    await share(10);
    await delivered(await world.send(ntc(50, 5000)), 50);
    expect((await operator.stats()).mostUnansweredOfAll).toBeLessThanOrEqual(10);
  });

  test('that is dead is forgotten a minute after it was heard of, by whatever clock', async () => {
    for (const [worker, seen] of [
      [900_001, '-50 seconds'],
      [900_002, '-70 seconds'],
      [900_003, '50 seconds'],
      [900_004, '5 hours'],
    ] as const)
      await sql`
        INSERT INTO operator_link_state (link, worker, state, since, holds_until, in_flight, per_minute, seen_at)
        SELECT uuid, ${worker}, 'down', now(), now(), 0, 0, now() + ${seen}::interval FROM operator_link WHERE name = ${LINK}`.execute(
        world.db,
      );
    await forgetDeadWorkers(world.db);
    const { rows } = await sql`
      DELETE FROM operator_link_state WHERE worker > 900000 RETURNING worker::int`.execute(world.db);
    expect(rows).toEqual([{ worker: 900_001 }, { worker: 900_003 }]);
  });

  test('that loses its session takes a share again under its new number', async () => {
    await world.limit(LINK, { window: 10, rate: 100 });
    await hire();
    await share(5, 5);
    const lost = (await world.link(LINK)).shares.map(({ worker }) => worker);
    const session = (await workerSessions(world.db)).find(({ worker }) => worker === lost[0]);
    await sql`SELECT pg_terminate_backend(${session?.pid})`.execute(world.db);
    const workers = async () => (await world.link(LINK)).shares.map(({ worker }) => worker);
    await vi.waitFor(async () => expect(await workers()).not.toContain(lost[0]), patience);
    await setSeen(lost[0], pastGrace);
    await vi.waitFor(async () => {
      const link = await world.link(LINK);
      expect(link.shares.map(({ worker }) => worker)).not.toContain(lost[0]);
      expect([totalShareOf(link), link.shares.map(({ window }) => window)]).toEqual([
        { window: 10, rate: 100 },
        [5, 5],
      ]);
    }, patience);
    await delivered(await world.send(ntc(50, 6000)), 50);
  });
});
