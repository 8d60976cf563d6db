import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failover } from '#schema/failover.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { liveWorkers } from '../../../server/services/sending/workers.ts';
import { PASSWORD, seed, users } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';
import { whileItMoves } from '../../support/soon.ts';
import { type StandbyPair, startStandbyPair } from '../../support/standby.ts';

const KEPT = 1000;
const LOST = 20;
const PATH = '/v1/sms/compose/';
const FAILOVER = '/v1/admin/failover/';
const LIMIT = 120_000;

let pair: StandbyPair;
let operator: RunningSimulator;
let servers: RunningServer[];
let db: Kysely<unknown>;
let close: () => Promise<void>;
let sender: string;
beforeAll(async () => {
  [pair, operator] = await Promise.all([startStandbyPair(), startSimulator({ undelivered: 0, latency: 30 })]);
  ({ db, close } = openDatabase(pair.url, 2, () => {}));
  ({ sender } = await seed(db));
  const environment = { DATABASE_URL: pair.url, SMPP_URL: `${operator.url}?window=10`, DISPATCH_BATCH: '50' };
  servers = await Promise.all(
    ['api', 'api', 'worker', 'worker'].map((role) => startServer(environment, ['--role', role])),
  );
  await api().signIn(users.customer, PASSWORD);
  await staff().signIn(users.admin, PASSWORD, '/v1/login/admin/');
}, LIMIT);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGTERM')));
  await close();
  await operator.kill();
  await pair.close();
}, LIMIT);

const api = () => servers[0] as RunningServer;
const staff = () => servers[1] as RunningServer;
let given = 0;
async function send(name: string, count: number): Promise<Campaign> {
  const numbers = Array.from({ length: count }, () => `98${42_010_100 + given++}`);
  const body = { name, sender, body: `Hello of ${name}`, recipients: { numbers }, urgent: count === LOST };
  const { data: plan } = await api().call<{ data: Plan }>('POST', `${PATH}plan/`, body);
  return (await api().call<{ data: Campaign }>('POST', PATH, { ...body, plan: plan.uuid, cost: plan.cost }))
    .data;
}
const messages = async () => (await operator.stats()).messages;
const reach = (count: number) =>
  whileItMoves(async () => expect(await messages()).toBeGreaterThanOrEqual(count));
/** Sending is stopped, and every process has compared. */
const stopped = () =>
  whileItMoves(async () => {
    const { data } = await staff().call<{ data: Failover | null }>('GET', FAILOVER);
    expect(data).toMatchObject({ resumed_at: null, missing: [] });
    const { rows } = await sql<{ checked: number }>`
      SELECT count(*)::int AS checked FROM server_process WHERE checked_identity = database_identity()`.execute(
      db,
    );
    expect(rows[0]?.checked).toBe(servers.length);
    return data as Failover;
  });
const resume = () => staff().call('POST', `${FAILOVER}resume/`);

test(
  'a former primary leads again: nothing is sent twice, and campaigns of the time between are named',
  async () => {
    await send('kept', KEPT);
    await reach(200);
    await pair.caughtUp();
    await pair.cutOff();
    await stopped();
    await resume();
    const lost = await send('lost', LOST);
    await reach((await messages()) + 300);

    pair.failBack();
    const { campaigns, messages: unknown } = await stopped();
    expect(campaigns).toMatchObject([{ uuid: lost.uuid, recipients: LOST, cost: lost.cost, handed: LOST }]);
    expect(unknown).toBeGreaterThan(0);
    await resume();
    // What was in hand before the first failover is settled some time later, and not sent either.
    await whileItMoves(async () => {
      const { rows } = await sql<{ unsent: number }>`
        SELECT (SELECT sum(waiting) FROM campaign_queue) + (SELECT count(*) FROM hand WHERE worker IN (${liveWorkers}))
          AS unsent`.execute(db);
      expect(Number(rows[0]?.unsent)).toBe(0);
    });
    const numbers = (await operator.accepted()).map(({ to }) => to);
    expect(new Set(numbers).size).toBe(numbers.length);
    await audit(db);
  },
  LIMIT * 2,
);
