import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { builtOnce } from '../../../server/db/preparedStatements.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.url, 2, () => undefined);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

test('a statement is built at its first run, and each run has its own values', async () => {
  let built = 0;
  const less = builtOnce((a: number, b: number) => {
    built += 1;
    return sql<{ n: number }>`SELECT ${a}::int - ${b}::int AS n`;
  });
  const { db } = database;
  expect((await less(db, 7, 2)).rows).toEqual([{ n: 5 }]);
  expect((await less(db, 1, 10)).rows).toEqual([{ n: -9 }]);
  await db.transaction().execute(async (trx) => {
    expect((await less(trx, 3, 3)).rows).toEqual([{ n: 0 }]);
  });
  expect(built).toBe(1);
});

test.each([
  ['another order', (a: number, b: number) => sql`SELECT ${b}::int - ${a}::int`],
  ['a parameter of its own', (a: number, b: number) => sql`SELECT ${a}::int - ${b}::int + ${1}`],
  ['a value that it does not use', (a: number, _b: number) => sql`SELECT ${a}::int`],
])('%s is refused at the first run', (_, build) => {
  expect(() => builtOnce(build)(database.db, 1, 2)).toThrow('in its order');
});
