import { openDatabase } from '../../server/db/database.ts';
import { checkLedger } from '../../server/services/reports/ledgerCheck.ts';
import { createClient } from './client.ts';
import { createPeople } from './customers.ts';
import { createFaultMaker } from './faults.ts';
import { watchHealth } from './health.ts';
import { createObserver, type Observer } from './observer.ts';
import type { Fault } from './schedule.ts';
import { startTraffic } from './traffic.ts';
import { judge, type Verdict } from './verdict.ts';
import { type SoakWorld, startWorld } from './world.ts';

interface Report extends Verdict {
  seed: number;
  seconds: number;
  accepted: { campaigns: number; messages: number; topups: number; packages: number };
  faults: Record<string, number>;
  skipped: Record<string, string>;
  requests: { refused: number; unanswered: number };
  health: { asked: number; lies: number; longestUnreadyMs: Record<string, number> };
  /** Seconds from the last fault until nothing was left to do, and the longest that a dead worker's message waited. */
  drained: number;
  longestStuck: number;
}

/** Seconds until a worker that says nothing counts as dead (LEASE in server/services/sending/workers.ts). */
const LEASE = 30;
/** Megabytes, for half a minute and for hours. */
const SMALL_DISK = 400;
const LARGE_DISK = 6000;
/** An unanswered submit_sm is given up after a minute; what remains is quick. */
const DRAIN_LIMIT = 60 + 2 * LEASE + 60;

/** Runs traffic and faults to their end, waits until all is settled, and says what was found. */
export async function runSoak(
  seed: number,
  schedule: readonly Fault[],
  {
    seconds,
    customers = 4,
    pace = 300,
    say,
  }: { seconds: number; customers?: number; pace?: number; say(line: string): void },
): Promise<Report> {
  const world = await startWorld(seconds > 0 ? LARGE_DISK : SMALL_DISK);
  const observer = createObserver(world);
  try {
    const people = await createPeople(observer, customers);
    const client = createClient(world.apis);
    const faults = createFaultMaker(world, say);
    const health = watchHealth(world, faults, observer);
    const stuck = watchStuck(observer);
    const traffic = startTraffic(seed, client, people, pace);
    const progress = setInterval(() => {
      const { campaigns, messages } = traffic.accepted;
      say(
        `${campaigns.size} campaigns, ${messages} messages accepted; ${health.lies.length} lies about health`,
      );
    }, 60_000);
    const began = performance.now();
    await faults.run(schedule);
    await new Promise((over) => setTimeout(over, Math.max(0, seconds * 1000 - (performance.now() - began))));
    clearInterval(progress);
    const last = performance.now();
    const patience = setTimeout(client.giveUp, 90_000);
    await traffic.stop();
    clearTimeout(patience);
    say('the faults are over; waiting until everything has drained');
    for (const { deaths } of world.servers) for (const death of deaths) say(death);
    const left = await drain(observer, world, people.customers, say);
    const drained = (performance.now() - last) / 1000;
    await health.stop();
    const longestStuck = await stuck.stop();
    const verdict = await judge(world, observer, traffic.accepted, faults.done);
    verdict.failures.push(...health.lies);
    if (left) verdict.failures.push(`not everything had drained after ${Math.round(drained)} s: ${left}`);
    if (longestStuck > 2 * LEASE) verdict.failures.push(`messages of a dead worker waited ${longestStuck} s`);
    verdict.failures.push(...(await auditMoney(world)));
    const { campaigns, topups, packages, messages } = traffic.accepted;
    const total = (of: Map<string, number>) => [...of.values()].reduce((sum, one) => sum + one, 0);
    return {
      seed,
      seconds,
      accepted: { campaigns: campaigns.size, messages, topups: total(topups), packages: total(packages) },
      faults: faults.done.counts,
      skipped: faults.done.skipped,
      requests: client.troubles,
      health: {
        asked: health.asked,
        lies: health.lies.length,
        longestUnreadyMs: Object.fromEntries([...health.longest].map(([name, ms]) => [name, Math.round(ms)])),
      },
      drained,
      longestStuck,
      ...verdict,
    };
  } finally {
    await observer.close();
    await world.close();
  }
}

/** What is still to be sent or heard of, by where it stands. Messages are read only when nothing is left to send. */
async function leftOf(observer: Observer, world: SoakWorld): Promise<Record<string, number>> {
  const count = async (text: string) => {
    const rows = await observer.insist<{ what: string; n: string }[]>(text);
    return Object.fromEntries(rows.map(({ what, n }) => [what, Number(n)]));
  };
  const left = await count(`
    SELECT 'campaigns ' || status || CASE WHEN expanding THEN ', expanding' ELSE '' END AS what, count(*) AS n
    FROM campaign WHERE expanding OR status NOT IN ('completed', 'cancelled', 'failed') GROUP BY 1
    UNION ALL SELECT 'messages to send', sum(waiting) FROM campaign_queue HAVING sum(waiting) > 0
    UNION ALL SELECT 'messages to try again', count(*) FROM message_retry HAVING count(*) > 0
    UNION ALL SELECT 'messages in hand', sum(messages) FROM hand HAVING count(*) > 0`);
  for (const { name, simulator } of world.operators) {
    const { pending } = (await simulator.stats()).receipts;
    if (pending > 0) left[`receipts at ${name}`] = pending;
  }
  if (Object.keys(left).length > 0) return left;
  return count(`
    SELECT 'messages ' || status AS what, count(*) AS n FROM message
    WHERE status IN ('queued', 'submitted') GROUP BY 1
    -- Those of some parts stay while the operator has not all of them.
    UNION ALL SELECT 'messages with all receipts', count(*) FROM message m
    WHERE status = 'unknown' AND parts <= (
      SELECT count(DISTINCT operator_id) FROM receipt r WHERE r.link = m.link AND r.phone = m.phone)
    HAVING count(*) > 0`);
}

/** Lets paused campaigns go on, and waits until nothing is left to send or to hear of; answers what is left. */
async function drain(
  observer: Observer,
  world: SoakWorld,
  customers: readonly { account: string; token: string }[],
  say: (line: string) => void,
): Promise<string | null> {
  const client = createClient(world.apis);
  let until = performance.now() + DRAIN_LIMIT * 1000;
  let least = Number.POSITIVE_INFINITY;
  let loggedAt = performance.now();
  for (;;) {
    const paused = await observer.insist<{ uuid: string; account: string }[]>(
      `SELECT uuid, account FROM campaign WHERE status = 'paused'`,
    );
    for (const { uuid, account } of paused) {
      const token = customers.find((one) => one.account === account)?.token ?? '';
      await client.ask(token, `/v1/sms/compose/${uuid}/resume/`);
    }
    const left = await leftOf(observer, world);
    const count = Object.values(left).reduce((sum, n) => sum + n, 0);
    if (count === 0) return null;
    // A slow machine takes its time; what stands still has not drained.
    if (count < least) {
      least = count;
      until = performance.now() + DRAIN_LIMIT * 1000;
    }
    if (performance.now() > until) return JSON.stringify(left);
    if (performance.now() > loggedAt + 60_000) {
      loggedAt = performance.now();
      say(`left: ${JSON.stringify(left)}`);
    }
    await new Promise((again) => setTimeout(again, 250));
  }
}

/** The longest, in seconds, that messages stayed in the hand of a worker whose lock was free. */
function watchStuck(observer: Observer): { stop(): Promise<number> } {
  let stopped = false;
  let longest = 0;
  const since = new Map<string, number>();
  const watching = (async () => {
    while (!stopped) {
      const rows = await observer.look<{ worker: string }[]>(`
        SELECT worker FROM hand h WHERE NOT EXISTS (
          SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.mode = 'ExclusiveLock'
            AND l.classid = 7731 AND l.objid = h.worker)
        GROUP BY worker`);
      const now = performance.now();
      if (rows) {
        const free = new Set(rows.map(({ worker }) => worker));
        for (const worker of since.keys()) if (!free.has(worker)) since.delete(worker);
        for (const worker of free) {
          since.set(worker, since.get(worker) ?? now);
          longest = Math.max(longest, (now - (since.get(worker) as number)) / 1000);
        }
      } else since.clear(); // without the database nothing moves, and nobody can say since when
      await new Promise((again) => setTimeout(again, 500));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await watching;
      return Math.round(longest * 10) / 10;
    },
  };
}

async function auditMoney({ postgres }: SoakWorld): Promise<string[]> {
  const host = encodeURIComponent(postgres.socket.replace(/\/[^/]*$/, ''));
  const { db, close } = openDatabase(
    `postgresql://postgres@localhost:5432/console?host=${host}`,
    1,
    () => {},
  );
  try {
    return (await checkLedger(db)).map((violation) => `money: ${JSON.stringify(violation)}`);
  } finally {
    await close();
  }
}
