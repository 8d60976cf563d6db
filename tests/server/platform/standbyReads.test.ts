import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { account } from '#schema/account.ts';
import { blacklistNumber } from '#schema/blacklistNumber.ts';
import { campaign } from '#schema/campaign.ts';
import { contact as entity } from '#schema/contact.ts';
import { contactGroup } from '#schema/contactGroup.ts';
import { dailyConsumption } from '#schema/dailyConsumption.ts';
import { message } from '#schema/message.ts';
import { SEARCH } from '#schema/search.ts';
import { anyWalletEntry, consumption, walletEntry, wallet as wallets } from '#schema/wallet.ts';
import { webhookDelivery } from '#schema/webhook.ts';
import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { listPages } from '../../../server/crud/listPages.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { urlOfEach } from '../../../server/db/hosts.ts';
import type { App } from '../../../server/deps.ts';
import { standbyReads as counter, registry } from '../../../server/services/platform/meters.ts';
import {
  openStandbyReads,
  type StandbyReads,
  type StandbyReadsOptions,
} from '../../../server/services/platform/standbyReads.ts';
import { startProxy } from '../../soak/proxy.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';
import { createTestDatabase, withAdmin } from '../../support/database.ts';
import { startServer } from '../../support/server.ts';
import { soon } from '../../support/soon.ts';
import { type StandbyPair, startStandbyPair } from '../../support/standby.ts';

const LIMIT = 120_000;
const PROCESS = '019a0000-0000-7000-8000-000000000001';
const CONTACTS = entity.path;

let pair: StandbyPair;
let world: TestApp;
beforeAll(async () => {
  pair = await startStandbyPair();
  world = await createTestApp({ database: { url: pair.url, drop: async () => {} } });
}, LIMIT);
afterAll(async () => {
  await world.close();
  await pair.close();
}, LIMIT);

const portOf = (host: string) => Number(host.split(':')[1]);
const urlAt = (...hosts: (string | number)[]) => {
  const named = hosts.map((host) => (typeof host === 'number' ? `127.0.0.1:${host}` : host));
  return `postgresql://postgres@${named.join(',')}/console`;
};
const onStandby = (statement: string) => withAdmin(pair.standbyUrl, statement);

/** Standbys that are looked at only when a test says so, and the lines that they wrote. */
async function open(more: Partial<StandbyReadsOptions> = {}): Promise<StandbyReads & { said: string[] }> {
  const said: string[] = [];
  const standbys = openStandbyReads({
    ...{ url: urlAt(pair.hosts[0]), max: 3, keepPlans: true, maxLag: 3600 },
    ...{ primary: world.db, process: PROCESS },
    log: {
      info: (line) => said.push(line),
      warn: (about, line) => said.push(`${line} ${(about as { reason?: string }).reason ?? ''}`.trim()),
    },
    ...more,
  });
  onTestFinished(() => standbys.close());
  await standbys.look();
  // Else the first read may be answered by the primary, because the standby has not replayed what was written before.
  await pair.caughtUp();
  return Object.assign(standbys, { said });
}

/** An API process of its own that reads from them. */
async function process(standbys: StandbyReads): Promise<App> {
  const app = await buildApp({ ...world.deps, standbys });
  onTestFinished(() => app.close());
  return app;
}

const call = (app: App, as: User, url: string, payload?: object) =>
  app.inject({
    ...(payload ? { method: 'POST', payload } : { method: 'GET' }),
    url,
    headers: { authorization: `Token ${world.tokens[as]}` },
  });

async function counts(): Promise<Record<string, number>> {
  const { values } = await counter.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value]));
}

/** What the work returns, and who answered its reads. */
async function answered<T>(work: () => Promise<T>): Promise<[found: T, by: string[]]> {
  const before = await counts();
  const found = await work();
  const after = await counts();
  return [
    found,
    Object.keys(after)
      .filter((outcome) => after[outcome] !== before[outcome])
      .sort(),
  ];
}

const namesOf = (answer: { json(): unknown }) =>
  (answer.json() as { results: { name: string }[] }).results.map(({ name }) => name);

let numbers = 0;
const contact = (name: string) => ({
  ...{ name, phone: `98410${String(++numbers).padStart(5, '0')}` },
  ...{ groups: [], attributes: {}, is_active: true },
});

/** Waits on a standby until it is told to stop, and ends at once on the primary. */
const asleep = (db: Kysely<unknown>) =>
  sql<{ on_standby: boolean }>`
    SELECT pg_is_in_recovery() AS on_standby, CASE WHEN pg_is_in_recovery() THEN pg_sleep(600) END
    FROM (SELECT count(*) FROM contact) counted`
    .execute(db)
    .then(({ rows }) => rows[0]?.on_standby);

/** Until the standby runs the query of `asleep`, which outlives the connection that asked it. */
async function untilAsleep(): Promise<void> {
  onTestFinished(() =>
    onStandby("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"),
  );
  const { db, close } = openDatabase(pair.standbyUrl, 1, () => {});
  await soon(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`.execute(db);
    expect(rows).toHaveLength(1);
  });
  await close();
}

describe('routes', () => {
  const lists: [User, string][] = [
    ...[CONTACTS, `${CONTACTS}export/`, `${CONTACTS}?search=Sita`, `${CONTACTS}?page=2`].map(mine),
    ...[contactGroup.path, blacklistNumber.path, `${blacklistNumber.path}export/`, campaign.path].map(mine),
    ...[`${campaign.path}export/`, message.path, `${message.path}export/`, dailyConsumption.path].map(mine),
    ...[`${dailyConsumption.path}export/`, consumption.path, `${consumption.path}totals/`].map(mine),
    ...[`${consumption.path}export/`, walletEntry.path, `${walletEntry.path}export/`].map(mine),
    ...[webhookDelivery.path, '/v1/core/dashboard/'].map(mine),
    ...[account.path, anyWalletEntry.path, `${anyWalletEntry.path}export/`, '/v1/admin/audit-log/'].map(
      staffs,
    ),
    ...['/v1/admin/audit-log/export/', `${wallets.path}export/`, `${SEARCH}?q=Himal`].map(staffs),
  ];
  function mine(url: string): [User, string] {
    return ['customer', url];
  }
  function staffs(url: string): [User, string] {
    return ['admin', url];
  }

  test('lists, searches, reports and exports are read from the standby', async () => {
    const app = await process(await open());
    for (const [as, url] of lists) {
      // What was just written, such as an export’s entry in the log, may take a moment to arrive.
      await soon(async () => {
        const [answer, by] = await answered(() => call(app, as, url));
        expect([url, answer.statusCode, by]).toEqual([url, 200, ['standby']]);
      });
    }
  });

  test('sign-in, permissions and decisions about money are not', async () => {
    const app = await process(await open());
    for (const [as, url] of [
      ...['/v1/autho/user/profile/', '/v1/autho/sessions/', '/v1/autho/api-keys/'].map(mine),
      ...[wallets.path, '/v1/autho/users/', '/v1/admin/payment-reference/'].map(staffs),
    ]) {
      const [answer, by] = await answered(() => call(app, as, url));
      expect([url, answer.statusCode, by]).toEqual([url, 200, []]);
    }
  });
});

describe('a standby whose replay is held up', () => {
  test('never hides what was written, whichever process is asked, and is used again once it has it', async () => {
    const standbys = await open();
    const first = await process(standbys);
    const other = await process(await open());
    await onStandby('SELECT pg_wal_replay_pause()');
    onTestFinished(() => onStandby('SELECT pg_wal_replay_resume()'));
    expect((await call(first, 'customer', CONTACTS, contact('Held up'))).statusCode).toBe(201);
    for (const app of [first, other]) {
      const [answer, by] = await answered(() => call(app, 'customer', CONTACTS));
      expect([namesOf(answer)[0], by]).toEqual(['Held up', ['behind']]);
      const [file] = await answered(() => call(app, 'customer', `${CONTACTS}export/`));
      expect(file.body).toContain('Held up');
    }
    await onStandby('SELECT pg_wal_replay_resume()');
    await soon(async () => {
      const [answer, by] = await answered(() => call(other, 'customer', CONTACTS));
      expect([namesOf(answer)[0], by]).toEqual(['Held up', ['standby']]);
    });
    expect(standbys.state()[0]?.reason).toBe(null);
  });

  test('is given up when it is further behind than allowed, and said to be', async () => {
    const standbys = await open({ maxLag: 0.2 });
    const app = await process(standbys);
    await onStandby('SELECT pg_wal_replay_pause()');
    onTestFinished(() => onStandby('SELECT pg_wal_replay_resume()'));
    await call(app, 'customer', CONTACTS, contact('Far ahead'));
    await soon(async () => {
      await standbys.look();
      expect(standbys.state()).toEqual([{ reason: 'It is too far behind.', lag: expect.any(Number) }]);
    });
    expect(await answered(() => call(app, 'customer', CONTACTS).then(namesOf))).toEqual([
      expect.arrayContaining(['Far ahead']),
      ['away'],
    ]);
    expect((await app.inject('/readyz')).json()).toEqual({
      status: 'ok',
      standbys: ['It is too far behind.'],
    });
    const metrics = await registry.metrics();
    expect(metrics).toMatch(/^bulk_sms_read_standby_up\{standby="1"\} 0$/m);
    expect(
      Number(/^bulk_sms_read_standby_lag_seconds\{standby="1"\} (.*)$/m.exec(metrics)?.[1]),
    ).toBeGreaterThan(0.2);
    await onStandby('SELECT pg_wal_replay_resume()');
    await soon(async () => {
      await standbys.look();
      expect(standbys.state()).toEqual([{ reason: null, lag: expect.any(Number) }]);
    });
    const lines = standbys.said.filter((line) => line.includes('too far'));
    expect(lines).toEqual(['nothing is read from a standby; the primary answers It is too far behind.']);
  });
});

describe('a standby that breaks off', () => {
  test('because a query is in the way of its log: the primary answers, and it is used on', async () => {
    const standbys = await open();
    const reading = answered(() => standbys.reader()(asleep));
    await untilAsleep();
    // Only now: it would end the query for any row that is cleaned up on the primary, before the query is seen.
    await onStandby('ALTER SYSTEM SET max_standby_streaming_delay = 0');
    await onStandby('SELECT pg_reload_conf()');
    onTestFinished(async () => {
      await onStandby('ALTER SYSTEM RESET max_standby_streaming_delay');
      await onStandby('SELECT pg_reload_conf()');
    });
    await withAdmin(pair.url, 'BEGIN; LOCK TABLE contact IN ACCESS EXCLUSIVE MODE; COMMIT');
    expect(await reading).toEqual([false, ['refused']]);
    expect(standbys.state()[0]?.reason).toBe(null);
    expect(standbys.said.filter((line) => line.includes('broke off'))).toHaveLength(1);
  });

  test('because it stands still: what waits for it is answered by the primary', async () => {
    const door = await startProxy(() => portOf(pair.hosts[0]));
    onTestFinished(() => door.close());
    const standbys = await open({ url: urlAt(door.port) });
    const reading = answered(() => standbys.reader()(asleep));
    await untilAsleep();
    door.weather('blackhole');
    await standbys.look();
    expect(await reading).toEqual([false, ['refused']]);
    expect(standbys.state()).toEqual([{ reason: 'It does not answer.', lag: null }]);
    expect(standbys.said.filter((line) => line.includes('does not answer'))).toHaveLength(1);
    door.weather('pass');
    await soon(async () => {
      await standbys.look();
      expect(standbys.state()[0]?.reason).toBe(null);
    });
  });

  test('in the middle of an export: it goes on at the primary where it was', async () => {
    await sql`
      INSERT INTO contact (account, name, phone, operator)
      SELECT ${world.accounts.other}, 'Many', '+97798510' || lpad(n::text, 5, '0'), 'ntc'
      FROM generate_series(1, 4500) n`.execute(world.db);
    await pair.caughtUp();
    const door = await startProxy(() => portOf(pair.hosts[0]));
    const standbys = await open({ url: urlAt(door.port) });
    const rows = {
      ...{ table: 'contact', columns: sql`t.uuid` },
      conditions: sql`t.account = ${world.accounts.other}`,
    };
    const found: string[] = [];
    const [, by] = await answered(async () => {
      for await (const page of listPages<{ uuid: string }>(standbys.reader(), entity, rows)) {
        if (found.length === 0) await door.close();
        found.push(...page.map(({ uuid }) => uuid));
      }
    });
    expect([found.length, new Set(found).size]).toEqual([4500, 4500]);
    expect(by).toEqual(['away', 'refused', 'standby']);
  });
});

describe('what is not read from', () => {
  const reasonsAt = async (more: Partial<StandbyReadsOptions>) =>
    (await open(more)).state().map(({ reason }) => reason);

  test('of several hosts, those that do not answer', async () => {
    const standbys = await open({ url: urlAt(1, pair.hosts[0]) });
    expect(standbys.state().map(({ reason }) => reason)).toEqual(['It does not answer.', null]);
    const app = await process(standbys);
    await soon(async () => {
      const [, by] = await answered(() => call(app, 'customer', CONTACTS));
      expect(by).toEqual(['standby']);
    });
  });

  test('the primary', async () => {
    expect(await reasonsAt({ url: urlAt(pair.hosts[1]) })).toEqual(['It is not a standby.']);
  });

  test('a standby of another database', async () => {
    const database = await createTestDatabase();
    const { db, close } = openDatabase(database.url, 2, () => {});
    onTestFinished(async () => {
      await close();
      await database.drop();
    });
    expect(await reasonsAt({ primary: db })).toEqual(['It is a standby of another database.']);
  });

  test('one that lacks this process’s heartbeat, though its log is as long', async () => {
    // As of a former primary: of the same cluster, at the same position, with other rows.
    await withAdmin(pair.url, 'CREATE DATABASE elsewhere');
    const url = pair.url.replace(/console$/, 'elsewhere');
    await withAdmin(
      url,
      `CREATE TABLE server_process AS SELECT '${PROCESS}'::uuid AS uuid, now() AS seen_at`,
    );
    const { db, close } = openDatabase(url, 2, () => {});
    onTestFinished(close);
    const standbys = await open({ primary: db });
    await soon(async () => {
      await pair.caughtUp();
      await standbys.look();
      expect(standbys.state()[0]?.reason).toBe(
        'It lacks this server’s heartbeat: it copies another database or a former primary.',
      );
    });
  });

  test('a balancer, because its servers have different positions', async () => {
    let turn = 0;
    const door = await startProxy(() => portOf(pair.hosts[turn++ % 2] as string));
    onTestFinished(() => door.close());
    const standbys = await open({ url: urlAt(door.port) });
    const [found, by] = await answered(() =>
      // Two at once need a second connection.
      Promise.all([1, 2].map(() => standbys.reader()((db) => sql`SELECT pg_sleep(0)`.execute(db)))),
    );
    expect(found).toHaveLength(2);
    expect(by).toContain('refused');
    expect(standbys.state()[0]?.reason).toBe('Its address leads to several servers. Name each of them.');
  });
});

test(
  'a server process reads from them, and says so',
  async () => {
    const url = { DATABASE_URL: pair.url, READ_DATABASE_URL: urlAt(1, pair.hosts[0]) };
    const server = await startServer(url, ['--role', 'api']);
    onTestFinished(() => server.kill('SIGTERM'));
    await soon(async () => {
      const answer = await fetch(`${server.url}/readyz`);
      expect(await answer.json()).toEqual({ status: 'ok', standbys: ['It does not answer.', 'ok'] });
    });
    expect(server.log()).toContain('nothing is read from a standby');
  },
  LIMIT,
);

test('the setting is refused without the database that they copy', () => {
  expect(() => readConfig({ READ_DATABASE_URL: 'postgresql://a/db' })).toThrow('needs DATABASE_URL');
});

test.each([
  [
    'postgresql://u:p@a:5433,b/db?target_session_attrs=standby',
    ['postgresql://u:p@a:5433/db', 'postgresql://u:p@b/db'],
  ],
  ['postgresql://a/db?sslmode=require', ['postgresql://a/db?sslmode=require']],
  ['postgresql:///db?host=%2Ftmp', ['postgresql:///db?host=%2Ftmp']],
])('%s is a URL for each host', (url, each) => expect(urlOfEach(url)).toEqual(each));

test('a URL that names no host is refused', () => {
  expect(() => urlOfEach('postgresql://a,/db')).toThrow('READ_DATABASE_URL names a host ""');
});
