import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { createTestDatabase, withAdmin } from '../../support/database.ts';
import { failedStart } from '../../support/server.ts';

const role = `startless_${randomBytes(4).toString('hex')}`;
const admin = (statement: string) => withAdmin(inject('adminUrl') as string, statement);

/** The tests may be given a PostgreSQL as somebody who may make databases only. */
async function mayMakeRoles(): Promise<boolean> {
  const { db, close } = openDatabase(inject('adminUrl') as string, 1, () => {});
  const { rows } = await sql<{ may: boolean }>`
    SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user`.execute(db);
  await close();
  return rows[0]?.may === true;
}

test.skipIf(!(await mayMakeRoles()))(
  'a server whose role lacks rights, or whose database is read-only, says so and what to do',
  async () => {
    const database = await createTestDatabase();
    const url = new URL(database.url);
    const name = url.pathname.slice(1);
    url.username = role;
    url.password = 'secret';
    await admin(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    const start = () => failedStart({ DATABASE_URL: url.href });
    try {
      // It may see whether the database is migrated, and nothing else.
      await withAdmin(database.url, `GRANT SELECT ON kysely_migration TO ${role}`);
      const lacking = await start();
      expect(lacking.code).toBe(1);
      expect(lacking.output).toMatch(
        /^The server cannot start: permission denied for \w+ \w+\. The server’s role lacks rights in the database \(docs\/deploy\.md, “A role that owns nothing”\)\.\n$/,
      );

      await withAdmin(database.url, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
      await admin(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      const readOnly = await start();
      expect(readOnly.code).toBe(1);
      expect(readOnly.output).toMatch(
        /^The server cannot start: cannot execute \w[\w ]* in a read-only transaction\. The database is read-only\.\n$/,
      );
    } finally {
      await database.drop();
      await admin(`DROP ROLE ${role}`);
    }
  },
);
