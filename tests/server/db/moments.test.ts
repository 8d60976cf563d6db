import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase('template0');
  database = openDatabase(own.url, 1, () => {});
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const MOMENTS = [
  ['2026-11-22 03:20:45+00', '2026-11-22T03:20:45.000Z'],
  ['2026-11-22 03:20:45.1+00', '2026-11-22T03:20:45.100Z'],
  ['2026-11-22 03:20:45.12+00', '2026-11-22T03:20:45.120Z'],
  ['2026-11-22 03:20:45.999999+00', '2026-11-22T03:20:45.999Z'],
  ['1969-12-31 23:59:59.5+00', '1969-12-31T23:59:59.500Z'],
  ['2026-11-22 03:20:45.25+05:45', '2026-11-21T21:35:45.250Z'],
];

test.each(['UTC', 'Asia/Kathmandu', 'Etc/GMT-0'])(
  'moments are in UTC with milliseconds, also in a session of %s',
  async (zone) => {
    await sql`SELECT set_config('timezone', ${zone}, false)`.execute(database.db);
    for (const [moment, written] of MOMENTS) {
      const { rows } = await sql<{ at: string }>`SELECT ${moment}::timestamptz AS at`.execute(database.db);
      expect(rows[0]?.at).toBe(written);
      expect(new Date(rows[0]?.at as string).toISOString()).toBe(written);
    }
  },
);
