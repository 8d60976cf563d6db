import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import type { ContactImport } from '#schema/contactImport.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { migrate, refuseOld } from '../../../server/db/migrate.ts';
import { PASSWORD, type Seeded, seed, users } from '../../support/app.ts';
import { audit } from '../../support/audit.ts';
import { createTestDatabase, type TestDatabase, withAdmin } from '../../support/database.ts';
import { failedStart, type RunningServer, startServer } from '../../support/server.ts';
import { type RunningSimulator, startSimulator } from '../../support/simulator.ts';

const BATCH = 100;
const COUNT = 2000;
const patience = { timeout: 120_000, interval: 20 };
/** Milliseconds: seven processes start here, on a machine that may be busy. */
const LIMIT = 300_000;
const ADMIN = { ADMIN_EMAIL: 'first@provider.test', ADMIN_PASSWORD: 'first-password-1' };

let database: TestDatabase;
let folder: string;
let operator: RunningSimulator;
let db: Kysely<unknown>;
let close: () => Promise<void>;
let apis: RunningServer[];
let workers: RunningServer[];
let seeded: Seeded;

beforeAll(async () => {
  [database, operator, folder] = await Promise.all([
    createTestDatabase('template0'),
    startSimulator({ undelivered: 0 }),
    mkdtemp(join(tmpdir(), 'bulk-sms-roles-')),
  ]);
  const environment = {
    ...ADMIN,
    DATABASE_URL: database.url,
    DATABASE_POOL: '5',
    SMPP_URL: operator.url,
    DISPATCH_BATCH: String(BATCH),
    DATA_DIR: folder,
  };
  const started = await Promise.all(
    ['api', 'worker', 'api', 'worker'].map((role) => startServer(environment, ['--role', role])),
  );
  apis = started.filter((_, i) => i % 2 === 0);
  workers = started.filter((_, i) => i % 2 === 1);
  ({ db, close } = openDatabase(database.url, 2, () => {}));
}, LIMIT);
afterAll(async () => {
  await Promise.all([...apis, ...workers].map((server) => server.kill('SIGTERM')));
  await operator.kill();
  await close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const [first, second] = [0, 1].map((n) => () => apis[n] as RunningServer) as [
  () => RunningServer,
  () => RunningServer,
];

/** A campaign of so many messages at an API; none of the simulator's magic endings among them. */
async function send(server: RunningServer, count: number): Promise<string> {
  const numbers = Array.from({ length: count * 2 }, (_, i) => `98${42_000_000 + i}`)
    .filter((phone) => !/000[1-4]$/.test(phone))
    .slice(0, count);
  const body = { name: 'Roles', sender: seeded.sender, body: 'Hello', recipients: { numbers } };
  const compose = <T>(path: string, more: object = {}) =>
    server.call<{ data: T }>('POST', `/v1/sms/compose/${path}`, { ...body, ...more });
  const { data: plan } = await compose<Plan>('plan/');
  return (await compose<Campaign>('', { plan: plan.uuid, cost: plan.cost })).data.uuid;
}

const campaign = async (server: RunningServer, uuid: string) =>
  (await server.call<{ data: Campaign }>('GET', `/v1/sms/compose/${uuid}/`)).data;

const ended = (server: RunningServer, uuid: string): Promise<Campaign> =>
  vi.waitFor(async () => {
    const now = await campaign(server, uuid);
    expect([now.status, now.submitted], JSON.stringify(now)).toEqual(['completed', 0]);
    return now;
  }, patience);

const statuses = (paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await fetch(path)).status));

// In this order: it is the story of one database, which is empty at first.
describe('two APIs and two workers on one database', { shuffle: false }, () => {
  test('migrate and seed it once though all start on it empty, each with its own task', async () => {
    const { rows } = await sql`
      SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM account) AS accounts,
        (SELECT count(*)::int FROM pricing) AS prices, (SELECT count(*) > 5 FROM number_range) AS ranges`.execute(
      db,
    );
    expect(rows).toEqual([{ users: 1, accounts: 1, prices: 1, ranges: true }]);
    const { rows: made } = await sql<{ hash: string }>`SELECT password_hash AS hash FROM users`.execute(db);
    // The cost of OWASP's cheat sheet: tests hash more cheaply in their own process (passwordHash.ts), servers never.
    expect(made[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await statuses([...apis, ...workers].map(({ url }) => `${url}/readyz`))).toEqual([
      200, 200, 200, 200,
    ]);
    expect(await statuses([...apis, ...workers].map(({ url }) => `${url}/v1/openapi.json`))).toEqual([
      200, 200, 404, 404,
    ]);
    seeded = await seed(db);
    await Promise.all(apis.map((api) => api.signIn(users.customer, PASSWORD)));
  });

  test(
    'a campaign of one API is seen at the other, and goes out though one of its workers is killed',
    async () => {
      await vi.waitFor(async () => {
        const { rows } = await sql`SELECT state FROM operator_link_state`.execute(db);
        expect(rows).toEqual([{ state: 'bound' }, { state: 'bound' }]);
      }, patience);
      const uuid = await send(first(), COUNT);
      expect((await campaign(second(), uuid)).name).toBe('Roles');
      await vi.waitFor(async () => expect((await operator.stats()).messages).toBeGreaterThan(400), patience);
      await workers[0]?.kill('SIGKILL');

      await ended(second(), uuid);
      // What the operator got and the kill made unknown is settled by its receipt.
      const done = await vi.waitFor(async () => {
        const { messages, receipts } = await operator.stats();
        const now = await campaign(second(), uuid);
        expect([receipts.acked, now.delivered]).toEqual([messages, messages]);
        return now;
      }, patience);
      expect((await operator.stats()).duplicates).toBe(0);
      expect(done.delivered + done.unknown).toBe(COUNT);
      expect(done.unknown).toBeLessThanOrEqual(BATCH);
      await audit(db);
    },
    LIMIT,
  );

  test('say so while the database is away, and go on by themselves when it is back', async () => {
    const admin = inject('adminUrl') as string;
    const name = new URL(database.url).pathname.slice(1);
    const alive = [first(), second(), workers[1] as RunningServer];
    const all = (path: string) => statuses(alive.map(({ url }) => url + path));
    await withAdmin(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await withAdmin(
      admin,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    expect(await all('/readyz')).toEqual([503, 503, 503]);
    expect(await all('/healthz')).toEqual([200, 200, 200]);
    await withAdmin(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await vi.waitFor(async () => expect(await all('/readyz')).toEqual([200, 200, 200]), patience);

    await ended(first(), await send(second(), 50));
    // The queue too: a sheet that came in at an API is read by the worker.
    const form = new FormData();
    form.append('file', new Blob(['Name,Mobile\nRam,9841000001\n']), 'contacts.csv');
    const upload = await first().call<{ data: { uuid: string } }>(
      'POST',
      '/v1/core/upload/file/public/',
      form,
    );
    const path = '/v1/core/contacts/imports/';
    const { data } = await second().call<{ data: ContactImport }>('POST', path, {
      file: upload.data.uuid,
      mapping: { phone: 'Mobile', name: 'Name' },
      groups: [],
    });
    await vi.waitFor(async () => {
      const now = await first().call<{ data: ContactImport }>('GET', `${path}${data.uuid}/`);
      expect([now.data.status, now.data.created]).toEqual(['completed', 1]);
    }, patience);
  });

  test('a worker on another machine starts no simulator without an SMPP_URL, and misses the files', async () => {
    const worker = await startServer({ DATABASE_URL: database.url }, ['--role', 'worker']);
    try {
      expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
      expect(worker.log()).not.toContain('simulator');
      expect(worker.log()).toContain('the newest uploaded file is not in');
      expect(workers[1]?.log()).not.toContain('the newest uploaded file is not in');
      const { rows } = await sql`SELECT FROM operator_link WHERE name = 'simulator'`.execute(db);
      expect(rows).toEqual([]);
    } finally {
      await worker.kill('SIGTERM');
    }
  });
});

test('a failed start ends with one sentence and exit code 1', async () => {
  const starts: [string[], RegExp][] = [
    [['--role', 'worker'], /^--role worker needs DATABASE_URL: [^\n.]+\.\n$/],
    [['--role', 'sender'], /^There is no role sender; there are all, api, worker\.\n$/],
    [['--rolle', 'api'], /^It takes --role and one of all, api, worker, not --rolle api\.\n$/],
  ];
  for (const { sentence, code, output } of await Promise.all(
    starts.map(async ([args, sentence]) => ({ sentence, ...(await failedStart({}, args)) })),
  )) {
    const start = 'The server cannot start: ';
    expect([code, output.slice(0, start.length)]).toEqual([1, start]);
    expect(output.slice(start.length)).toMatch(sentence);
  }
  expect(() => refuseOld(140_012)).toThrow('PostgreSQL 14; the server needs 15 or newer');
});

test.each([
  ['9999_newer', 'The database was migrated by a newer server (9999_newer): start that version.'],
  ['0001_foundation', 'The database was made before version 0.1.0 and cannot be upgraded: '],
])(
  'a database migrated by another version (%s) is not changed, and the reason is logged',
  async (name, reason) => {
    // One of its own: the processes of the others notice it.
    const own = await createTestDatabase();
    try {
      await withAdmin(own.url, `INSERT INTO kysely_migration (name, timestamp) VALUES ('${name}', '2026')`);
      await expect(migrate(own.url)).rejects.toThrow(reason);
    } finally {
      await own.drop();
    }
  },
);
