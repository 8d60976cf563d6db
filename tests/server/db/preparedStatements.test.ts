import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Database, type Db, openDatabase } from '../../../server/db/database.ts';
import { prepared } from '../../../server/db/preparedStatements.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let own: TestDatabase;
let open: Database[];

beforeEach(async () => {
  own = await createTestDatabase();
  open = [];
});
afterEach(async () => {
  for (const { close } of open) await close();
  await own.drop();
});

/** A pool of one connection beside the one for reads, so that what is asked in turn is asked of the same. */
async function start(options?: { preparesStatements: boolean }): Promise<Kysely<unknown>> {
  const database = openDatabase(own.url, 1, () => {}, options);
  open.push(database);
  await sql`CREATE TABLE shelf (n int, title text)`.execute(database.db);
  await sql`INSERT INTO shelf VALUES (1, '10'), (2, '20')`.execute(database.db);
  return database.db;
}

const titleOf = async (db: Db, n: number): Promise<unknown> => {
  const { rows } = await sql<{
    title: unknown;
  }>`${prepared} SELECT title FROM shelf WHERE n = ${n}`.execute(db);
  return rows[0]?.title;
};
/** How often each statement that the connection keeps was run, without this one. */
const kept = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ n: number }>`${prepared}
    SELECT generic_plans + custom_plans AS n FROM pg_prepared_statements
    WHERE statement NOT LIKE '%pg_prepared_statements%' ORDER BY prepare_time`.execute(db);
  return rows.map(({ n }) => n);
};

test('a statement that begins so is kept by its connection, others are not', async () => {
  const db = await start();
  expect([await titleOf(db, 1), await titleOf(db, 2)]).toEqual(['10', '20']);
  await sql`SELECT title FROM shelf WHERE n = ${1}`.execute(db);
  expect(await kept(db)).toEqual([2]);
});

test('nothing is kept where a pooler would give it to others', async () => {
  const db = await start({ preparesStatements: false });
  expect([await titleOf(db, 1), await titleOf(db, 2)]).toEqual(['10', '20']);
  expect(await kept(db)).toEqual([]);
});

test('a table that changes under a kept statement is read as it is now, and the statement kept again', async () => {
  const db = await start();
  await titleOf(db, 1);
  await sql`ALTER TABLE shelf ALTER title TYPE int USING title::int`.execute(db);
  expect(await titleOf(db, 1)).toBe(10);
  expect([await titleOf(db, 1), await titleOf(db, 2)]).toEqual([10, 20]);
  expect((await kept(db)).at(-1)).toBe(2);
});

test('in a transaction the change is an error, and the next transaction goes through', async () => {
  const db = await start();
  await db.transaction().execute((trx) => titleOf(trx, 1));
  await sql`ALTER TABLE shelf ALTER title TYPE int USING title::int`.execute(db);
  const inside = () => db.transaction().execute((trx) => titleOf(trx, 2));
  await expect(inside()).rejects.toThrow('must not change result type');
  expect(await inside()).toBe(20);
});

test('an error of a kept statement is told as it is', async () => {
  const db = await start();
  const broken = sql`${prepared} SELECT 1 / n AS x FROM shelf WHERE n = ${1} - 1 OR 1 / (n - ${1}) > 0`;
  await expect(broken.execute(db)).rejects.toThrow('division by zero');
  expect(await titleOf(db, 1)).toBe('10');
});

test('its plan is made anew every second, because a table grows before PostgreSQL has counted its rows', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => queries.mockRestore());
  const discarded = () => queries.mock.calls.filter(([text]) => String(text) === 'DISCARD PLANS').length;
  const db = await start();
  await sql`CREATE TABLE queue (n int PRIMARY KEY)`.execute(db);
  await sql`INSERT INTO queue VALUES (1)`.execute(db);
  await sql`ANALYZE queue`.execute(db);
  const ask = (trx: Db) =>
    sql`${prepared}
    SELECT count(*) FROM queue JOIN jsonb_to_recordset(${'[{"n": 7}]'}::jsonb) AS w(n int) USING (n)`.execute(
      trx,
    );
  // In one transaction, because others may read on another connection. PostgreSQL keeps a plan from the sixth time on.
  const plans = (trx: Db) =>
    sql<{
      row: string;
    }>`SELECT format('EXPLAIN EXECUTE %I (%L)', name, '[]') AS row FROM pg_prepared_statements
      WHERE statement LIKE '%FROM queue%' AND generic_plans > 0`.execute(trx);
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < 7; n++) await ask(trx);
    const planOf = async () => {
      const [explain] = (await plans(trx)).rows;
      const { rows } = await sql<{ 'QUERY PLAN': string }>`${sql.raw(explain?.row ?? '')}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    await sql`INSERT INTO queue SELECT generate_series(2, 100000)`.execute(trx);
    await ask(trx);
    // Usually it still reads the whole table, but much that others do in other databases makes PostgreSQL forget its plans too.
    expect(discarded()).toBe(0);
    now.mockReturnValue(1001);
    await ask(trx);
    expect(discarded()).toBe(1);
    expect(await planOf()).toContain('Index Only Scan using queue_pkey');
  });
});
