import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { isMigrated, migrate } from '../../../server/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { waitForLocks } from '../../support/locks.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase('template0');
  await migrate(own.url, '0065_detached_documents_beside_0031');
  database = openDatabase(own.url, 3, () => {});
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

test('a migration that waits for a backup holds up nobody else for longer than a moment', async () => {
  const { db } = database;
  // As pg_dump reads for hours.
  const backup = await db.startTransaction().execute();
  await sql`LOCK TABLE campaign IN ACCESS SHARE MODE`.execute(backup);
  let waits = 0;
  const migrating = migrate(own.url, undefined, () => void waits++);
  await waitForLocks(db);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM campaign`.execute(db);
  expect(rows).toEqual([{ n: 0 }]);
  await expect.poll(() => waits).toBeGreaterThan(0);
  // Only 0069 adds a column to `campaign`, for which nobody may read it.
  const { rows: done } = await sql<{ name: string }>`
    SELECT name FROM kysely_migration WHERE name > '0066' ORDER BY name`.execute(db);
  expect(done.map(({ name }) => name.slice(0, 4))).toEqual(['0066', '0068']);
  await backup.rollback().execute();
  await migrating;
  expect(await isMigrated(db)).toBe(true);
});
