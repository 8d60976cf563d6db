import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PreparingClient, prepared } from '../../../server/db/preparedStatements.ts';
import { SharedConnectionDialect } from '../../../server/db/sharedConnection.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

/** BEGIN fails on it, as when it is cancelled. */
class Unbegun extends PreparingClient {
  override query(...args: unknown[]): never {
    return super.query(...((args[0] === 'begin' ? ['SELECT 1 / 0'] : args) as [string])) as never;
  }
}

let own: TestDatabase;
let db: Kysely<unknown>;
beforeEach(async () => {
  own = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: own.url, max: 1, pipeline: true, Client: Unbegun });
  const open = async () => {
    const client = new pg.Client({ connectionString: own.url, pipeline: true });
    await client.connect();
    return client;
  };
  db = new Kysely<unknown>({ dialect: new SharedConnectionDialect({ pool }, open, 60_000) });
  await sql`CREATE TABLE shelf (n int)`.execute(db);
});
afterEach(async () => {
  await db.destroy();
  await own.drop();
});

const put = sql`${prepared} INSERT INTO shelf VALUES (1)`;
const read = sql`${prepared} SELECT n FROM shelf`;

test('what writes is not run where BEGIN has failed', async () => {
  const run = db.transaction().execute((trx) => put.execute(trx));
  await expect(run).rejects.toThrow('division by zero');
  expect((await read.execute(db)).rows).toEqual([]);
});

test('nor after a read that was sent with BEGIN, whose answer is not used', async () => {
  const seen: unknown[] = [];
  const run = db.transaction().execute(async (trx) => {
    seen.push(await read.execute(trx));
    await put.execute(trx);
  });
  await expect(run).rejects.toThrow('division by zero');
  expect([seen, (await read.execute(db)).rows]).toEqual([[], []]);
});

test('a transaction that asked nothing says that it has not begun', async () => {
  await expect(db.transaction().execute(async () => 1)).rejects.toThrow('division by zero');
});
