import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
