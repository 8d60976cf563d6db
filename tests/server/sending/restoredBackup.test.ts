import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { Failover } from '#schema/failover.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { PASSWORD, seed, users } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { createTestDatabase, type TestDatabase, withAdmin } from '../../support/database.ts';
import { type RunningServer, startServer } from '../../support/server.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';
import { soon, whileItMoves } from '../../support/soon.ts';

const LIMIT = 120_000;
const COUNT = 300;
const COMPOSE = '/v1/sms/compose/';
const FAILOVER = '/v1/admin/failover/';

let database: TestDatabase;
let operator: RunningSimulator;
let api: RunningServer;
let staff: RunningServer;
let worker: RunningServer;
let sender: string;
const name = () => new URL(database.url).pathname.slice(1);

/** A look at the database that leaves no connection: nobody may be connected to one that is copied. */
async function peek<T>(column: string): Promise<T> {
  const { db, close } = openDatabase(database.url, 1, () => {});
  try {
    const { rows } = await sql<{ value: T }>`SELECT ${sql.raw(column)} AS value`.execute(db);
    return (rows[0] as { value: T }).value;
  } finally {
    await close();
  }
}
const identity = () => peek<string>('database_identity()');
const admin = (statement: string) => withAdmin(inject('adminUrl') as string, statement);

beforeAll(async () => {
  [database, operator] = await Promise.all([
    createTestDatabase(),
    startSimulator({ undelivered: 0, latency: 30 }),
  ]);
  const { db, close } = openDatabase(database.url, 2, () => {});
  ({ sender } = await seed(db));
  await close();
  const environment = {
    DATABASE_URL: database.url,
    SMPP_URL: `${operator.url}?window=5`,
    DISPATCH_BATCH: '20',
  };
  [api, staff, worker] = (await Promise.all(
    ['api', 'api', 'worker'].map((role) => startServer(environment, ['--role', role])),
  )) as [RunningServer, RunningServer, RunningServer];
}, LIMIT);
afterAll(async () => {
  await Promise.all([api, staff, worker].map((server) => server?.kill()));
  await operator?.kill();
  await database?.drop();
  await admin(`DROP DATABASE IF EXISTS ${name()}_backup WITH (FORCE)`);
}, LIMIT);

const messages = async () => (await operator.stats()).messages;
const signIn = () =>
  Promise.all([
    api.signIn(users.customer, PASSWORD),
    staff.signIn(users.admin, PASSWORD, '/v1/login/admin/'),
  ]);
const failover = async () => (await staff.call<{ data: Failover | null }>('GET', FAILOVER)).data;

/** The database as it is now, with the processes that run. */
async function takeBackup(): Promise<void> {
  await Promise.all([api, staff, worker].map((server) => server.kill()));
  await soon(() => admin(`CREATE DATABASE ${name()}_backup TEMPLATE ${name()} STRATEGY file_copy`));
}

/** In its place, as with `pg_restore --clean`: the identity stays the same. */
async function restoreInPlace(): Promise<void> {
  const before = await identity();
  const oid = await peek<number>('(SELECT oid::int FROM pg_database WHERE datname = current_database())');
  await soon(() => admin(`DROP DATABASE ${name()}`));
  await admin(`CREATE DATABASE ${name()} TEMPLATE ${name()}_backup STRATEGY file_copy OID = ${oid}`);
  expect(await identity()).toBe(before);
}

const plan = async (body: object) => (await api.call<{ data: Plan }>('POST', `${COMPOSE}plan/`, body)).data;
async function send(campaign: string, first: number, count: number): Promise<Campaign> {
  const numbers = Array.from({ length: count }, (_, n) => `98${first + n}`);
  const body = { name: campaign, sender, body: 'Hello', recipients: { numbers } };
  const { uuid, cost } = await plan(body);
  return (await api.call<{ data: Campaign }>('POST', COMPOSE, { ...body, plan: uuid, cost })).data;
}
const show = async ({ uuid }: Campaign) =>
  (await api.call<{ data: Campaign }>('GET', `${COMPOSE}${uuid}/`)).data;
/** Nothing of it is queued or in flight. Receipts that were acknowledged after the backup do not come again. */
const completed = (campaign: Campaign) =>
  whileItMoves(async () => {
    const { status, queued } = await show(campaign);
    expect(status, `${queued} are queued`).toBe('completed');
  });

test(
  'a backup that is restored in place sends nothing until an administrator resumes it, and nothing twice that a journal has',
  async () => {
    await signIn();
    const kept = await send('kept', 42_010_100, COUNT);
    await whileItMoves(async () => expect(await messages()).toBeGreaterThan(40));
    await takeBackup();

    await Promise.all([api, staff, worker].map((server) => server.restart()));
    await signIn();
    await completed(kept);
    const sent = await messages();
    await Promise.all([api, staff, worker].map((server) => server.kill()));
    await restoreInPlace();
    expect(await peek<number>('(SELECT sum(waiting)::int FROM campaign_queue)')).toBeGreaterThan(0);

    // They alone notice nothing: it is the same database to them.
    await Promise.all([api, staff].map((server) => server.restart()));
    await worker.restart();
    await signIn();
    const stopped = { is_other_cluster: true, is_beyond_memory: true, resumed_at: null };
    await whileItMoves(async () => expect(await failover()).toMatchObject(stopped));
    const waits = () =>
      soon(() => expect(worker.log()).toContain('messages wait until an administrator resumes sending'));
    await waits();
    await worker.restart();
    await waits();
    expect((await failover())?.messages).toBeGreaterThan(0);
    expect(await messages()).toBe(sent);

    await staff.call('POST', `${FAILOVER}resume/`);
    await completed(kept);
    expect([await messages(), (await operator.stats()).duplicates]).toEqual([sent, 0]);
    expect((await show(kept)).unknown).toBeGreaterThan(0);
    await worker.kill('SIGTERM');
    await worker.restart();
    await completed(await send('new', 42_020_100, 10));
    expect(await failover()).toMatchObject({ resumed_by: 'Asha Gurung' });
    const { db, close } = openDatabase(database.url, 2, () => {});
    await audit(db);
    await close();
  },
  LIMIT * 2,
);
