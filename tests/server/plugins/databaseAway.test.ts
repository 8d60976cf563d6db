import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { startEmbedded } from '../../../server/db/embedded.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { isUnavailable } from '../../../server/db/unavailable.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { enterableFolder } from '../../support/folder.ts';

const READ = 'The server is currently not available. Try again in a few seconds.';
const NOT_BEGUN = 'The server is currently not available. Nothing was changed. Try again in a few seconds.';
const UNCERTAIN =
  'The server stopped being available while it did this, so it may or may not be done. Check that before you try again.';
const CONTACTS = '/v1/core/contacts/';
const SITA = { name: 'Sita', phone: '9841000001', groups: [], attributes: {}, is_active: true };

const away = (detail: string) => ({
  status: 503,
  body: { detail, code: 'unavailable', request_id: expect.any(String) },
  headers: { 'retry-after': expect.stringMatching(/^[1-9]\d?$/) },
});

describe('while the sessions of a database are ended', () => {
  let world: TestApp;
  /** Holds locks, and looks on. */
  let holder: pg.Client;
  let watcher: pg.Client;
  beforeAll(async () => {
    world = await createTestApp();
    [holder, watcher] = [0, 1].map(
      () => new pg.Client({ connectionString: world.url, application_name: 'apart' }),
    ) as [pg.Client, pg.Client];
    await Promise.all([holder.connect(), watcher.connect()]);
  });
  afterAll(async () => {
    await Promise.all([holder.end(), watcher.end()]);
    await world.close();
  });

  /** Ends every session of the server, as a failover does. */
  const endSessions = () =>
    watcher.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name <> 'apart'`);
  const areWaiting = async () =>
    (
      await watcher.query(`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    ).rows.length > 0;
  const call = (method: string, path: string, body?: object) =>
    world.call<Failure>('customer', method, path, body);

  /** What a request answers whose session ends while it waits for a table. */
  async function cutAt(table: string, ask: () => ReturnType<typeof call>) {
    await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const asked = ask();
    await expect.poll(areWaiting).toBe(true);
    await endSessions();
    const answer = await asked;
    await holder.query('ROLLBACK');
    await works();
    return answer;
  }

  /** As soon as every connection that was ended is noticed. */
  const works = () => expect.poll(async () => (await call('GET', CONTACTS)).status).toBe(200);

  test('what reads is told to try again, and works as soon as it can', async () => {
    expect(await cutAt('contact', () => call('GET', CONTACTS))).toMatchObject(away(READ));
  });

  test('what had begun to change something is not told that nothing was changed', async () => {
    expect(await cutAt('contact', () => call('POST', CONTACTS, SITA))).toMatchObject(away(UNCERTAIN));
    expect((await call('POST', CONTACTS, SITA)).status).toBe(201);
  });

  test('what had not begun is told that nothing was changed', async () => {
    expect(
      await cutAt('token', () => call('POST', CONTACTS, { ...SITA, phone: '9841000002' })),
    ).toMatchObject(away(NOT_BEGUN));
    const { rows } = await sql`SELECT FROM contact WHERE phone = '+9779841000002'`.execute(world.db);
    expect(rows).toEqual([]);
  });

  test('nor is what was about to be committed', async () => {
    // The commit waits for this lock in a trigger that is deferred until then.
    await holder.query(`
      CREATE TABLE gate ();
      CREATE FUNCTION pass_gate() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN LOCK TABLE gate IN ACCESS SHARE MODE; RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON contact DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION pass_gate()`);
    const post = () => call('POST', CONTACTS, { ...SITA, phone: '9841000003' });
    expect(await cutAt('gate', post)).toMatchObject(away(UNCERTAIN));
    expect((await post()).status).toBe(201);
  });

  test('one that only reads, as a standby, is not available for changes', async () => {
    const setReadOnly = async (is: 'on' | 'off') => {
      const { rows } = await watcher.query('SELECT current_database() AS name');
      await watcher.query(`ALTER DATABASE ${rows[0].name} SET default_transaction_read_only = ${is}`);
      await endSessions();
      await works();
    };
    await setReadOnly('on');
    const answer = await call('POST', CONTACTS, { ...SITA, phone: '9841000004' });
    await setReadOnly('off');
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '5',
    ]);
  });
});

test('while the database is stopped every request says so, and no 500', async () => {
  const folder = enterableFolder('stopped-');
  const server = await startEmbedded({ dataDir: folder, durable: false });
  try {
    await migrate(server.url);
    const world = await createTestApp({ database: { url: server.url, drop: async () => {} } });
    expect((await world.call('customer', 'GET', CONTACTS)).status).toBe(200);
    await server.stop();
    for (const [method, path, detail] of [
      ['GET', CONTACTS, READ],
      ['GET', CONTACTS, READ],
      ['GET', '/v1/core/dashboard/', READ],
      ['POST', CONTACTS, NOT_BEGUN],
    ] as const) {
      const body = method === 'POST' ? SITA : undefined;
      expect(await world.call('customer', method, path, body), path).toMatchObject(away(detail));
    }
    const signIn = { email: world.emails.customer, password: 'something-else-1' };
    const answer = await world.call<Failure>(null, 'POST', '/v1/login/', signIn);
    expect([answer.status, answer.body.detail]).toEqual([503, NOT_BEGUN]);
    expect(world.undocumented()).toEqual([]);
    await world.close();
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

describe('an error', () => {
  test('of a pool whose connections are all in use is told', async () => {
    const world = await createTestApp();
    const pool = new pg.Pool({ connectionString: world.url, max: 1 });
    const client = await pool.connect();
    // Not before: on a busy machine the first one may take longer.
    pool.options.connectionTimeoutMillis = 50;
    const error = await pool.connect().catch((reason: unknown) => reason);
    client.release();
    await pool.end();
    await world.close();
    expect(isUnavailable(error)).toBe(true);
  });

  test('of a role that may not sign in, or of a database that is not there, is told', async () => {
    const world = await createTestApp();
    const role = `away_${randomUUID().slice(0, 8)}`;
    await sql`CREATE ROLE ${sql.ref(role)} NOLOGIN`.execute(world.db);
    const refusal = async (change: (url: URL) => void) => {
      const url = new URL(world.url);
      change(url);
      const client = new pg.Client({ connectionString: url.href });
      return client.connect().catch((reason: unknown) => reason);
    };
    const noLogin = await refusal((url) => {
      url.username = role;
    });
    const noDatabase = await refusal((url) => {
      url.pathname = role;
    });
    await sql`DROP ROLE ${sql.ref(role)}`.execute(world.db);
    await world.close();
    expect([noLogin, noDatabase]).toMatchObject([{ code: '28000' }, { code: '3D000' }]);
    expect([noLogin, noDatabase].map(isUnavailable)).toEqual([true, true]);
  });

  test.each([
    ['28P01', true],
    ['57P01', true],
    ['57P02', true],
    ['57P03', true],
    ['08006', true],
    ['08P01', true],
    ['25006', true],
    ['ECONNREFUSED', true],
    ['ECONNRESET', true],
    // Faults of a statement, of the data and of the disk stay what they are.
    ['57014', false],
    ['23505', false],
    ['40001', false],
    ['53100', false],
    ['ENOENT', false],
  ])('with the code %s: %s', (code, is) => {
    expect(isUnavailable(Object.assign(new Error('it failed'), { code }))).toBe(is);
  });

  test('that only speaks of a connection is none', () => {
    expect(isUnavailable(new Error('The upload was terminated'))).toBe(false);
    expect(isUnavailable(undefined)).toBe(false);
  });
});
