import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failover } from '#schema/failover.ts';
import { openDatabase } from '../../server/db/database.ts';
import { PASSWORD, seed, users } from './app.ts';
import { type RunningServer, startServer } from './server.ts';
import { type RunningSimulator, startSimulator } from './simulator.ts';
import { whileItMoves } from './soon.ts';
import { type StandbyPair, startStandbyPair } from './standby.ts';

const PATH = '/v1/sms/compose/';
const FAILOVER = '/v1/admin/failover/';

export interface FailoverWorld {
  pair: StandbyPair;
  operator: RunningSimulator;
  /** The customer is signed in to `api`, an administrator to `staff`. */
  api: RunningServer;
  staff: RunningServer;
  workers: [RunningServer, RunningServer];
  /** One more, on a host of its own. */
  startWorker(): Promise<RunningServer>;
  db: Kysely<unknown>;
  /** Sends a campaign to new numbers. */
  send(name: string, count: number, more?: object): Promise<Campaign>;
  show(campaign: Pick<Campaign, 'uuid'>): Promise<Campaign>;
  /** How many messages the operator has. */
  messages(): Promise<number>;
  reach(count: number): Promise<unknown>;
  failover(): Promise<Failover | null>;
  resume(): Promise<unknown>;
  close(): Promise<void>;
}

/** A primary with a standby, two APIs and two workers, and an operator. `batch`: how many messages a worker claims at a time. */
export async function startFailoverWorld(batch: number): Promise<FailoverWorld> {
  const [pair, operator] = await Promise.all([
    startStandbyPair(),
    startSimulator({ undelivered: 0, latency: 30 }),
  ]);
  const { db, close } = openDatabase(pair.url, 2, () => {});
  const { sender } = await seed(db);
  await pair.caughtUp();
  const environment = {
    DATABASE_URL: pair.url,
    SMPP_URL: `${operator.url}?window=10`,
    DISPATCH_BATCH: String(batch),
  };
  const start = (role: string) => startServer(environment, ['--role', role]);
  const [api, staff, ...workers] = await Promise.all([
    start('api'),
    start('api'),
    start('worker'),
    start('worker'),
  ]);
  await api.signIn(users.customer, PASSWORD);
  await staff.signIn(users.admin, PASSWORD, '/v1/login/admin/');
  let given = 0;
  const messages = async () => (await operator.stats()).messages;
  return {
    ...{ pair, operator, api, staff, workers, db, messages },
    startWorker: () => start('worker'),
    async send(name, count, more = {}) {
      // None of the simulator's magic endings.
      const numbers = Array.from({ length: count }, () => `98${42_010_100 + given++}`);
      const body = { name, sender, body: `Hello of ${name}`, recipients: { numbers }, ...more };
      const { data: plan } = await api.call<{ data: Plan }>('POST', `${PATH}plan/`, body);
      const order = { ...body, plan: plan.uuid, cost: plan.cost };
      return (await api.call<{ data: Campaign }>('POST', PATH, order)).data;
    },
    show: async ({ uuid }) => (await api.call<{ data: Campaign }>('GET', `${PATH}${uuid}/`)).data,
    reach: (count) => whileItMoves(async () => expect(await messages()).toBeGreaterThanOrEqual(count)),
    failover: async () => (await staff.call<{ data: Failover | null }>('GET', FAILOVER)).data,
    resume: () => staff.call('POST', `${FAILOVER}resume/`),
    async close() {
      await Promise.all([api, staff, ...workers].map((server) => server.kill('SIGTERM')));
      await close();
      await operator.kill();
      await pair.close();
    },
  };
}
