import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { migrationOf } from '../../../server/db/migrate.ts';
import { withStandardTriggers } from '../../../server/db/standardTriggers.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { standardTriggersOf } from '../../support/standardTriggers.ts';

let made: TestDatabase;
let database: Database;
beforeAll(async () => {
  made = await createTestDatabase();
  database = openDatabase(made.url, 1, () => {});
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

const migrated = (text: string) => database.db.transaction().execute((trx) => migrationOf(text).up(trx));

/** Not of the standard: a key's `updated_at` tells of its settings, not of its uses. */
const ODD = 'api_key_touch';

test('are the same as those of the tables of today', async () => {
  const before = await standardTriggersOf(database.db);
  const standard = before.filter(({ trigger }) => trigger !== ODD);
  expect(standard.length).toBeGreaterThan(60);
  const kinds = Map.groupBy(standard, ({ table }) => table);
  await migrated(
    [
      ...standard.map(({ table, trigger }) => `DROP TRIGGER ${trigger} ON ${table};`),
      ...[...kinds].map(([table, triggers]) => {
        const args = [...new Set(triggers.map(({ kind }) => `'${kind}'`))];
        return `SELECT pg_temp.standard_triggers('${table}', ${args.join(', ')});`;
      }),
    ].join('\n'),
  );
  expect(await standardTriggersOf(database.db)).toEqual(before);
});

test('of a new table count its rows by account and keep the time of the last change', async () => {
  await migrated(`
    CREATE TABLE toy (account uuid NOT NULL, name text, updated_at timestamptz NOT NULL DEFAULT '2000-01-01');
    SELECT pg_temp.standard_triggers('toy', 'touch', 'count_rows');
    INSERT INTO toy (account, name) SELECT gen_random_uuid(), 'a' FROM generate_series(1, 3);
    DELETE FROM toy WHERE account = (SELECT max(account::text)::uuid FROM toy);
    UPDATE toy SET name = 'b' WHERE account = (SELECT min(account::text)::uuid FROM toy);
  `);
  const counts = await sql<{ n: number }>`
    SELECT n FROM row_count WHERE entity = 'toy' ORDER BY n`.execute(database.db);
  expect(counts.rows.map(({ n }) => Number(n))).toEqual([0, 1, 1]);
  const touched = await sql<{ name: string }>`SELECT name FROM toy WHERE updated_at > '2020-01-01'`.execute(
    database.db,
  );
  expect(touched.rows).toEqual([{ name: 'b' }]);
});

test('of another kind there are none, and nothing is made', async () => {
  const text = "CREATE TABLE other (); SELECT pg_temp.standard_triggers('other', 'tuoch');";
  await expect(migrated(text)).rejects.toThrow(/makes touch and count_rows, not all of \{tuoch\}/);
  await expect(sql`SELECT 1 FROM other`.execute(database.db)).rejects.toThrow(/does not exist/);
});

test('are no part of a migration that does not ask for them', () =>
  expect(withStandardTriggers('SELECT 1')).toBe('SELECT 1'));
