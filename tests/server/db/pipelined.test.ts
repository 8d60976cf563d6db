import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, type Db, openDatabase } from '../../../server/db/database.ts';
import { pipelined } from '../../../server/db/pipelined.ts';
import { prepared } from '../../../server/db/preparedStatements.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let own: TestDatabase;
let open: Database[];
const start = (options?: { preparesStatements: boolean }): Database => {
  const database = openDatabase(own.url, 2, () => {}, options);
  open.push(database);
  return database;
};
beforeEach(async () => {
  own = await createTestDatabase();
  open = [];
  await sql`CREATE TABLE shelf (n int)`.execute(start().db);
});
afterEach(async () => {
  for (const { close } of open) await close();
  await own.drop();
});

const put = (db: Db, n: number) => sql`INSERT INTO shelf VALUES (${n})`.execute(db);
const titles = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ n: number }>`${prepared} SELECT n FROM shelf ORDER BY n`.execute(db);
  return rows.map(({ n }) => n);
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

for (const preparesStatements of [true, false]) {
  test(`works run in their order, each sees what is before it (${preparesStatements})`, async () => {
    const { db } = start({ preparesStatements });
    const results = await db.transaction().execute((trx) =>
      pipelined(
        trx,
        async (db) => {
          await turn();
          await put(db, 1);
          return 'first';
        },
        titles,
        async () => 'nothing',
        (db) => put(db, 2),
        titles,
      ),
    );
    expect(results).toEqual(['first', [1], 'nothing', expect.anything(), [1, 2]]);
  });

  test(`the first error is thrown once all have ended (${preparesStatements})`, async () => {
    const { db } = start({ preparesStatements });
    const ended: string[] = [];
    const run = db.transaction().execute((trx) =>
      pipelined(
        trx,
        (db) => put(db, 1),
        (db) => sql`SELECT 1 / ${0}::int`.execute(db),
        async (db) => {
          await titles(db).catch(() => undefined);
          await turn();
          await put(db, 2).catch(({ code }) => ended.push(code));
        },
      ),
    );
    await expect(run).rejects.toThrow('division by zero');
    // In the transaction that had failed, not after it.
    expect(ended).toEqual(['25P02']);
    expect(await titles(db)).toEqual([]);
  });
}

test('the cause is thrown, also where what follows from it fails sooner', async () => {
  const { db } = start();
  const { promise: followed, resolve: follow } = Promise.withResolvers<void>();
  const run = db.transaction().execute((trx) =>
    pipelined(
      trx,
      async (db) => {
        const cause = await sql`SELECT 1 / ${0}::int`.execute(db).catch((error: unknown) => error);
        await followed;
        await turn();
        throw cause;
      },
      (db) => put(db, 1).finally(follow),
    ),
  );
  await expect(run).rejects.toThrow('division by zero');
});

test('a work asks again in the same transaction, and a work may have works of its own', async () => {
  const { db } = start();
  const results = await db.transaction().execute((trx) =>
    pipelined(
      trx,
      async (db) => {
        await put(db, 1);
        return titles(db);
      },
      (db) => pipelined(db, (db) => put(db, 2), titles),
    ),
  );
  expect(results).toMatchObject([
    [1, 2],
    [{}, [1, 2]],
  ]);
});
