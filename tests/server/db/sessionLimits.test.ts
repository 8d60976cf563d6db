import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/db/database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { startQueue } from '../../../server/jobs/queue.ts';
import { createTestDatabase, type TestDatabase, withAdmin } from '../../support/database.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase('template0');
  // Less than the migrations take.
  await changeDatabase(`statement_timeout = '1ms'`);
});
afterAll(() => own.drop());

/** Changes a setting of the database from another one, where its limits do not hold. */
function changeDatabase(setting: string) {
  return withAdmin(
    inject('adminUrl') as string,
    `ALTER DATABASE ${new URL(own.url).pathname.slice(1)} SET ${setting}`,
  );
}

async function settingsOf(options: string, isBounded: boolean) {
  const url = new URL(own.url);
  if (options) url.searchParams.set('options', options);
  const { db, close } = openDatabase(url.href, 1, () => {}, { isBounded });
  try {
    const { rows } = await sql`
      SELECT current_setting('timezone') AS zone, current_setting('statement_timeout') AS statement,
        current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('lock_timeout') AS lock,
        current_setting('geqo_seed') AS seed`.execute(db);
    return rows[0];
  } finally {
    await close();
  }
}

test('migrations take as long as they need, also in a database with a limit', async () => {
  await migrate(own.url);
});

test.each([
  ['', '0'],
  ['-c geqo_seed=0.5 -c timezone=Asia/Kathmandu -c statement_timeout=1s -c lock_timeout=1s', '0.5'],
])('a session has the server’s options with those of the URL: “%s”', async (options, seed) => {
  expect(await settingsOf(options, true)).toMatchObject({
    ...{ zone: 'UTC', statement: '2min', idle: '1min', seed },
  });
  expect(await settingsOf(options, false)).toEqual({
    ...{ zone: 'UTC', statement: '0', idle: '0', lock: '0', seed },
  });
});

test('a session has the isolation and the dates that the server reads, whatever the database says', async () => {
  await changeDatabase(`default_transaction_isolation = 'serializable'`);
  await changeDatabase(`datestyle = 'German'`);
  const { db, close } = openDatabase(own.url, 2, () => {});
  onTestFinished(close);
  const read = sql<{ at: string; isolation: string }>`
    SELECT '2026-11-22 03:20:45.5+00'::timestamptz AS at, current_setting('transaction_isolation') AS isolation`;
  const expected = [{ at: '2026-11-22T03:20:45.500Z', isolation: 'read committed' }];
  expect((await read.execute(db)).rows).toEqual(expected);
  expect((await db.transaction().execute((trx) => read.execute(trx))).rows).toEqual(expected);
});

test('a new database that cannot store every text is refused', async () => {
  const url = new URL(own.url);
  url.pathname = `${url.pathname}_ascii`;
  const name = url.pathname.slice(1);
  const how = `TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C' ENCODING`;
  const admin = inject('adminUrl') as string;
  await withAdmin(admin, `CREATE DATABASE ${name} ${how} 'SQL_ASCII'`);
  onTestFinished(() => withAdmin(admin, `DROP DATABASE ${name} WITH (FORCE)`));
  await expect(migrate(url.href)).rejects.toThrow(
    `The database ${name} has the encoding SQL_ASCII; the server needs UTF8`,
  );
});

test('the queue’s sessions have the same, whatever the database says', async () => {
  const url = new URL(own.url);
  url.searchParams.set('options', '-c statement_timeout=0');
  const unlimited = url.href;
  await changeDatabase(`timezone = 'Asia/Kathmandu'`);
  const log = { error: () => {}, warn: () => {}, info: () => {} };
  url.searchParams.set('options', '-c geqo_seed=0.5');
  const queue = await startQueue({ url: url.href, handlers: null, log });
  await withAdmin(
    unlimited,
    `CREATE TABLE seen AS SELECT '' AS zone, '' AS statement, '' AS idle, '' AS seed LIMIT 0;
    CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO seen VALUES (current_setting('timezone'), current_setting('statement_timeout'),
        current_setting('idle_in_transaction_session_timeout'), current_setting('geqo_seed'));
      RETURN NEW;
    END $$;
    CREATE TRIGGER see BEFORE INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION see()`,
  );
  await queue.deliverMail();
  await queue.stop();
  const { db, close } = openDatabase(own.url, 1, () => {});
  const { rows } = await sql`SELECT * FROM seen`.execute(db);
  await close();
  expect(rows).toEqual([{ zone: 'UTC', statement: '2min', idle: '1min', seed: '0.5' }]);
});
