import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createPeople, type People } from '../soak/customers.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { type RunningSimulator, startSimulator } from '../support/simulator.ts';
import { createTraffic, type Load, type Traffic } from './traffic.ts';

/** How an operator takes messages, and how workers and customers send them. */
export interface Pace extends Load {
  /** Milliseconds until an operator answers. */
  latency: number;
  /** Unanswered messages of all workers. */
  window: number;
  /** Messages a second of all workers; 0 is no limit. */
  rate: number;
  /** Messages that a worker claims at once. */
  batch: number;
}

/** Two workers send about 150 messages a second and claim all the time. */
const SLOW: Pace = { latency: 50, window: 4, rate: 0, batch: 100, recipients: 100, backlog: 1500 };
/** Milliseconds for all messages to be sent and settled, on a busy machine. */
const PATIENCE = 300_000;

/** A database with a customer who sends and an administrator, and an operator. */
export interface World {
  db: Kysely<unknown>;
  operator: RunningSimulator;
  traffic: Traffic;
  /** Of the server's processes. */
  environment: Record<string, string>;
  /** Calls the API as an administrator. */
  staff<T>(method: string, path: string): Promise<T>;
  close(): Promise<void>;
}

/** Asks again until it holds; throws after `patience` milliseconds. */
export async function until(what: string, holds: () => Promise<boolean>, patience = PATIENCE): Promise<void> {
  const end = performance.now() + patience;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new Error(`not within ${patience / 1000} s: ${what}`);
    await delay(200);
  }
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Fills the migrated, empty database of `url`. Requests go to the process that `api` names. */
export async function createWorld(
  url: string,
  api: () => RunningServer,
  { latency, window, rate, batch, ...load }: Pace = SLOW,
): Promise<World> {
  const people = await withClient(url, (client) =>
    createPeople({ insist: async (text, values) => (await client.query(text, values)).rows as never }, 1),
  );
  const { db, close } = openDatabase(url, 4, () => {});
  const operator = await startSimulator({ 'receipt-after': 200, latency });
  const [customer] = people.customers as [People['customers'][number]];
  // What is unknown is not sent any more; while the database is away nobody can tell.
  const unknown = () =>
    sql<{ n: number }>`SELECT count(*) AS n FROM message_unknown`.execute(db).then(
      ({ rows }) => rows[0]?.n ?? 0,
      () => 0,
    );
  const sent = async () => (await operator.stats()).messages + (await unknown());
  return {
    db,
    operator,
    traffic: createTraffic({ api, customer, sent, ...load }),
    environment: {
      DATABASE_URL: url,
      SMPP_URL: `${operator.url}?window=${window}&rate=${rate}`,
      DISPATCH_BATCH: String(batch),
    },
    async staff<T>(method: string, path: string) {
      const headers = { authorization: `Token ${people.token}` };
      const response = await fetch(api().url + path, { method, headers });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return ((await response.json()) as { data: T }).data;
    },
    async close() {
      await operator.kill();
      await close();
    },
  };
}

/** A world with an API and two workers. */
export interface RunningWorld extends World {
  api: RunningServer;
}

/** Creates the database `console` of `url`, fills it, and starts everything on it. */
export async function startWorld(url: string): Promise<RunningWorld> {
  await withClient(url.replace(/console$/, 'postgres'), (client) => client.query('CREATE DATABASE console'));
  await migrate(url);
  const servers: RunningServer[] = [];
  const world = await createWorld(url, () => servers[0] as RunningServer);
  for (const role of ['api', 'worker', 'worker'])
    servers.push(await startServer(world.environment, ['--role', role]));
  return {
    ...world,
    api: servers[0] as RunningServer,
    async close() {
      for (const server of servers) await server.kill();
      await world.close();
    },
  };
}

/** Sends everything that waits at the operator's full speed, and resolves when all is settled. */
export async function drain(operator: RunningSimulator, left: () => Promise<number>): Promise<void> {
  await operator.settings({ latency: 0 });
  await until('everything is settled', async () => (await left()) === 0);
  await operator.settings({ latency: SLOW.latency });
}
