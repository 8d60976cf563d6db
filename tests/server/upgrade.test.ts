import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.url, 1, () => {});
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

test.each([
  ['0001_foundation', 'was made before version 0.1.0 and cannot be upgraded'],
  ['9999_later', 'was migrated by a newer server (9999_later)'],
])('a database with the migration %s is refused with the reason', async (name, reason) => {
  const { db } = database;
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${name}, ${new Date().toISOString()})`.execute(
    db,
  );
  await expect(migrate(own.url)).rejects.toThrow(reason);
  await sql`DELETE FROM kysely_migration WHERE name = ${name}`.execute(db);
  await migrate(own.url);
});
