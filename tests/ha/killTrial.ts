import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { startEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { checkLedger } from '../../server/services/reports/ledgerCheck.ts';
import { liveWorkers } from '../../server/services/sending/workers.ts';
import { temporaryFolder } from '../support/folder.ts';
import { createRandom } from '../support/random.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { judge, type Verdict } from './verdict.ts';
import { createWorld, type Pace, until, type World } from './world.ts';

const WORKERS = 2;
/** The default of DISPATCH_BATCH: the most that a kill leaves unknown when the worker's disk is lost too. */
const BATCH = 2000;
/** What a trial that is called fast must reach, in messages a second. */
const SPEED = 2000;
/** Milliseconds of sending before a kill at any moment, at most: some workers have not even begun. */
const ANY_MOMENT = 3000;

export interface KillTrial {
  name: string;
  what: string;
  pace: Pace;
  /** Whether the killed worker starts again with its DATA_DIR, or with an empty one. */
  keepsJournal: boolean;
  /** Unknown messages that one kill may leave, after the receipts. */
  limit: number;
  /** Whether moments are random, whatever the worker does then, and the API is killed with it. */
  isRandom?: boolean;
}

const fast: Pace = {
  ...{ latency: 0, window: 100, rate: SPEED, batch: BATCH },
  ...{ recipients: 5000, backlog: 15_000 },
};
const slow: Pace = {
  ...{ latency: 200, window: 100, rate: 0, batch: BATCH },
  ...{ recipients: 2000, backlog: 4000 },
};
const kept = { keepsJournal: true, limit: 1 };
const lost = { keepsJournal: false, limit: BATCH };

/** In the order of the report. */
export const killTrials: readonly KillTrial[] = [
  { name: 'fast', what: '2,000 messages a second', pace: fast, ...kept },
  { name: 'slow', what: 'answers after 200 ms, the window full', pace: slow, ...kept },
  { name: 'fast-lost', what: '2,000 messages a second, the journal lost too', pace: fast, ...lost },
  { name: 'slow-lost', what: 'answers after 200 ms, the journal lost too', pace: slow, ...lost },
  {
    name: 'any-lost',
    what: 'answers after 20 ms, the journal lost too, the API killed with the worker, at any moment',
    pace: {
      ...{ latency: 20, window: 20, rate: 0, batch: 200 },
      ...{ recipients: 500, backlog: 3000, apiDies: true },
    },
    ...{ keepsJournal: false, limit: 200, isRandom: true },
  },
];

interface Kill {
  worker: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** Messages that the operator took in the second before. */
  perSecond: number;
  /** Messages that the operator had and had not answered. */
  unanswered: number;
  /** Seconds until the worker ran again. */
  backAfter: number;
}

export interface KillResult extends Verdict {
  name: string;
  what: string;
  kills: Kill[];
  messages: number;
  /** What the workers' logs say of the messages in hand at the kills: settled by a journal, and unknown at first. */
  journaled: number;
  unknownAtFirst: number;
  /** Unknown messages that all kills together may leave, after the receipts. */
  limit: number;
  notes: string[];
  /** What must not be, in words. Empty: it passed. */
  failures: string[];
}

/** Sums what workers' logs say of dead ones. */
function reapedBy(logs: readonly string[]): Pick<KillResult, 'journaled' | 'unknownAtFirst'> {
  const sum = (sentence: string) =>
    logs
      .flatMap((log) => log.split('\n'))
      .filter((line) => line.includes(sentence))
      .reduce((total, line) => total + (JSON.parse(line) as { messages: number }).messages, 0);
  return { journaled: sum('its journal says'), unknownAtFirst: sum('what it had in hand is unknown') };
}

const count = async (db: Kysely<unknown>, query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await query.execute(db)).rows[0]?.n ?? 0;

/** Workers that hold their whole share of the link's window. */
const atFullSpeed = ({ window }: Pace) => sql<{ n: number }>`
  SELECT count(*) AS n FROM operator_link_state
  WHERE state = 'bound' AND window_share = ${window / WORKERS} AND worker IN (${liveWorkers})`;
const heldByDead = sql<{ n: number }>`SELECT count(*) AS n FROM hand WHERE worker NOT IN (${liveWorkers})`;
const unsent = sql<{ n: number }>`
  SELECT (SELECT count(*) FROM campaign WHERE status <> 'completed')
    + (SELECT count(*) FROM message WHERE status IN ('queued', 'submitted')) AS n`;
const settled = sql<{ n: number }>`
  SELECT count(*) AS n FROM message WHERE status NOT IN ('queued', 'submitted', 'unknown')`;

/** A worker on a host of its own: no other one can read its journal. */
interface Host {
  worker: RunningServer;
  /** DATA_DIR of its worker. */
  folder: string;
}

/** What must hold after every kill: nothing is sent twice, and the books agree. Throws otherwise. */
async function checkNow({ db, operator }: World, kill: number): Promise<void> {
  const { duplicates } = await operator.stats();
  const violations = await checkLedger(db, { messages: false });
  if (duplicates + violations.length > 0)
    throw new Error(`after kill ${kill}: ${duplicates} twice, books: ${JSON.stringify(violations)}`);
}

/**
 * Kills one worker after the other while they send, until everything is settled; `api` with it at random moments. `onKilled`
 * gets the log of a killed worker.
 */
async function killWorkers(
  { pace, keepsJournal, isRandom }: KillTrial,
  world: World,
  hosts: readonly Host[],
  { kills, api, seed }: { kills: number; api: RunningServer; seed: number },
  onKilled: (log: string) => void,
): Promise<Kill[]> {
  const { db, operator, traffic } = world;
  const random = createRandom(seed);
  const sent = async () => (await operator.stats()).messages;
  const done: Omit<Kill, 'perSecond' | 'unanswered'>[] = [];
  traffic.start();
  for (let kill = 0; kill < kills; kill++) {
    const { worker, folder } = hosts[kill % hosts.length] as Host;
    const from = await sent();
    if (isRandom) {
      await until('messages flow', async () => (await sent()) > from);
      await delay(random.below(ANY_MOMENT));
    } else {
      await until(
        'every worker sends with its whole share',
        async () => (await count(db, atFullSpeed(pace))) === hosts.length,
      );
      // A second of sending, so that what is in flight at the kill is what is in flight at any time.
      const [since, enough] = [await sent(), pace.rate || (pace.window * 1000) / pace.latency];
      await until('messages flow', async () => (await sent()) >= since + enough);
    }
    const at = Date.now();
    await Promise.all([worker, ...(isRandom ? [api] : [])].map((server) => server.kill('SIGKILL')));
    onKilled(worker.log());
    if (!keepsJournal) rmSync(folder, { recursive: true });
    await Promise.all([worker, ...(isRandom ? [api] : [])].map((server) => server.restart()));
    await checkNow(world, kill + 1);
    // Without the journal another worker waits half a minute for this one's return.
    if (keepsJournal) await until('the journal is read', async () => (await count(db, heldByDead)) === 0);
    done.push({ worker: kill % hosts.length, at, backAfter: Math.round((Date.now() - at) / 100) / 10 });
  }
  await traffic.stop();
  await until('everything is sent, and its receipt recorded', async () => {
    const { messages, duplicates } = await operator.stats();
    return (await count(db, unsent)) === 0 && (await count(db, settled)) >= messages - duplicates;
  });
  const taken = (await operator.accepted()).map(({ at }) => at);
  const before = (at: number, milliseconds: number) =>
    taken.filter((time) => time <= at && time > at - milliseconds).length;
  return done.map((kill) => ({
    ...kill,
    perSecond: before(kill.at, 1000),
    unanswered: before(kill.at, pace.latency),
  }));
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

/** Runs one trial in a world of its own: an API, a database and an operator in processes that nobody kills. */
export async function runKillTrial(trial: KillTrial, kills: number, seed = 1): Promise<KillResult> {
  const database = await startEmbedded({ dataDir: temporaryFolder('kill-database-'), durable: false });
  await migrate(database.url);
  const servers: RunningServer[] = [];
  const world = await createWorld(database.url, () => servers[0] as RunningServer, trial.pace);
  const { db, operator, traffic, environment } = world;
  const failures: string[] = [];
  const logs: string[] = [];
  const start = async (role: 'api' | 'worker', DATA_DIR: string) => {
    const server = await startServer({ ...environment, DATA_DIR }, ['--role', role]);
    servers.push(server);
    return server;
  };
  try {
    const api = await start('api', temporaryFolder('kill-api-'));
    const hosts: Host[] = [];
    while (hosts.length < WORKERS) {
      const folder = join(temporaryFolder('kill-worker-'), 'data');
      hosts.push({ folder, worker: await start('worker', folder) });
    }
    const done = await killWorkers(trial, world, hosts, { kills, api, seed }, (log) => logs.push(log)).catch(
      (error: Error) => {
        failures.push(error.message);
        return [];
      },
    );
    await traffic.stop();
    const verdict = await judge(db, operator, traffic);
    const { unknown, ...others } = verdict;
    for (const [what, many] of Object.entries(others)) if (many > 0) failures.push(`${many} ${what}`);
    failures.push(...traffic.surprises.slice(0, 3));
    const limit = trial.limit * kills;
    if (unknown > limit) failures.push(`${unknown} unknown; the limit is ${limit}`);
    const speed = median(done.map(({ perSecond }) => perSecond));
    const isSlow = speed < 0.9 * trial.pace.rate;
    return {
      ...{ name: trial.name, what: trial.what, kills: done, limit, failures, ...verdict },
      ...reapedBy([...logs, ...hosts.map(({ worker }) => worker.log())]),
      messages: [...traffic.accepted.values()].flat().length,
      notes: isSlow
        ? [`only ${speed} messages a second: this machine is too slow or too busy for this trial`]
        : [],
    };
  } finally {
    for (const server of servers) await server.kill();
    await world.close();
    await database.stop();
  }
}

/** A Markdown table of what happened. */
export function tableOfKills(results: readonly KillResult[]): string {
  const lines = results.map(({ kills, ...of }) => {
    const [speed, unanswered] = [kills.map((kill) => kill.perSecond), kills.map((kill) => kill.unanswered)];
    const cells = [
      ...[of.name, of.what, kills.length, of.messages, median(speed), median(unanswered)],
      ...[of.journaled, of.unknownAtFirst, of.unknown, of.limit, of.twice, of.lost, of.violations],
    ];
    return `| ${cells.map((cell) => cell.toLocaleString('en')).join(' | ')} |`;
  });
  const head = [
    ...['trial', 'operator', 'kills', 'messages', 'messages/s before a kill', 'unanswered at a kill'],
    ...[
      'settled by journals',
      'unknown at first',
      'unknown in the end',
      'limit',
      'twice',
      'lost',
      'books wrong',
    ],
  ];
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines].join('\n');
}
