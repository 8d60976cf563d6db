import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { startEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { liveWorkers } from '../../server/services/sending/workers.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { judge, type Verdict } from './verdict.ts';
import { createWorld, type Pace, until, type World } from './world.ts';

const WORKERS = 2;
/** The default of DISPATCH_BATCH: the most that a kill leaves unknown when the worker's disk is lost too. */
const BATCH = 2000;
/** What a trial that is called fast must reach, in messages a second. */
const SPEED = 2000;

export interface KillTrial {
  name: string;
  what: string;
  pace: Pace;
  /** Whether the killed worker starts again with its DATA_DIR, or with an empty one. */
  keepsJournal: boolean;
  /** Unknown messages that one kill may leave, after the receipts. */
  limit: number;
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

/** Kills one worker after the other while they send, until everything is settled. `onKilled` gets the log of a killed one. */
async function killWorkers(
  { pace, keepsJournal }: KillTrial,
  { db, operator, traffic }: World,
  hosts: readonly Host[],
  kills: number,
  onKilled: (log: string) => void,
): Promise<Kill[]> {
  const sent = async () => (await operator.stats()).messages;
  const done: Omit<Kill, 'perSecond' | 'unanswered'>[] = [];
  traffic.start();
  for (let kill = 0; kill < kills; kill++) {
    const { worker, folder } = hosts[kill % hosts.length] as Host;
    await until(
      'every worker sends with its whole share',
      async () => (await count(db, atFullSpeed(pace))) === hosts.length,
    );
    // A second of sending, so that what is in flight at the kill is what is in flight at any time.
    const [from, enough] = [await sent(), pace.rate || (pace.window * 1000) / pace.latency];
    await until('messages flow', async () => (await sent()) >= from + enough);
    const at = Date.now();
    await worker.kill('SIGKILL');
    onKilled(worker.log());
    if (!keepsJournal) rmSync(folder, { recursive: true });
    await worker.restart();
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
export async function runKillTrial(trial: KillTrial, kills: number): Promise<KillResult> {
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
    await start('api', temporaryFolder('kill-api-'));
    const hosts: Host[] = [];
    while (hosts.length < WORKERS) {
      const folder = join(temporaryFolder('kill-worker-'), 'data');
      hosts.push({ folder, worker: await start('worker', folder) });
    }
    const done = await killWorkers(trial, world, hosts, kills, (log) => logs.push(log)).catch(
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
