import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, type Db, openDatabase } from '../../../server/db/database.ts';
import { prepared } from '../../../server/db/preparedStatements.ts';
import { SharedConnectionDialect } from '../../../server/db/sharedConnection.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let own: TestDatabase;
let database: Database;
let errors: Error[];
beforeEach(async () => {
  errors = [];
  own = await createTestDatabase();
  database = openDatabase(own.url, 2, (error) => errors.push(error));
  await sql`CREATE TABLE shelf (n int)`.execute(database.db);
});
afterEach(async () => {
  await database.close();
  await own.drop();
});

const pidOf = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`${prepared} SELECT pg_backend_pid() AS pid`.execute(db);
  return rows[0]?.pid as number;
};
const quotientOf = async (n: number): Promise<unknown> => {
  const { rows } = await sql<{ q: number }>`${prepared} SELECT 12 / ${n}::int AS q`.execute(database.db);
  return rows[0]?.q;
};
const isThere = async (pid: number): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM pg_stat_activity WHERE pid = ${pid}`.execute(database.db);
  return rows.length > 0;
};

test('what is read at the same time shares a connection, and each gets its own answer', async () => {
  const pids = await Promise.all(Array.from({ length: 20 }, () => pidOf(database.db)));
  expect(new Set(pids).size).toBe(1);
  expect(await Promise.all([1, 2, 3, 4, 6].map(quotientOf))).toEqual([12, 6, 4, 3, 2]);
});

test('what fails fails by itself', async () => {
  const answers = await Promise.allSettled([1, 0, 3, 0, 6].map(quotientOf));
  expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))).toEqual([
    12,
    '22012',
    4,
    '22012',
    2,
  ]);
});

test('what writes, and what is in a transaction, has a connection to itself', async () => {
  const shared = await pidOf(database.db);
  const { rows } = await sql<{ pid: number }>`
    ${prepared} INSERT INTO shelf VALUES (1) RETURNING pg_backend_pid() AS pid`.execute(database.db);
  expect(rows[0]?.pid).not.toBe(shared);
  await database.db.transaction().execute(async (trx) => {
    await sql`INSERT INTO shelf VALUES (2)`.execute(trx);
    const seen = await sql`${prepared} SELECT n, pg_backend_pid() = ${shared} AS shared FROM shelf`.execute(
      trx,
    );
    expect(seen.rows).toEqual([
      { n: 1, shared: false },
      { n: 2, shared: false },
    ]);
  });
});

test('a connection that breaks fails what it was asked, and the next question opens another', async () => {
  const pid = await pidOf(database.db);
  const asleep = sql`${prepared} SELECT pg_sleep(60)`.execute(database.db);
  const behind = quotientOf(4);
  const failed = Promise.allSettled([asleep, behind]);
  await sql`SELECT pg_terminate_backend(${pid})`.execute(database.db);
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await pidOf(database.db)).not.toBe(pid);
  expect(errors.length).toBeGreaterThan(0);
});

test('while something holds it up, others are answered past it', async () => {
  let held: Promise<unknown> | undefined;
  await pidOf(database.db);
  await database.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE shelf`.execute(trx);
    held = sql`${prepared} SELECT n FROM shelf`.execute(database.db);
    const answers: unknown[] = [];
    await vi.waitFor(() => {
      void quotientOf(3).then((answer) => answers.push(answer));
      expect(answers[0]).toBe(4);
    }, 5000);
  });
  expect(await held).toMatchObject({ rows: [] });
});

test('one that has long been idle is closed, without an error', async () => {
  const pool = new pg.Pool({ connectionString: own.url, max: 1 });
  const open = async () => {
    const client = new pg.Client({ connectionString: own.url, pipeline: true });
    client.on('error', (error) => errors.push(error));
    await client.connect();
    return client;
  };
  // A busy machine must answer within it, too.
  const db = new Kysely<unknown>({ dialect: new SharedConnectionDialect({ pool }, open, 1000) });
  const pid = await pidOf(db);
  await expect.poll(() => isThere(pid)).toBe(false);
  expect(await pidOf(db)).not.toBe(pid);
  expect(errors).toEqual([]);
  await db.destroy();
});
