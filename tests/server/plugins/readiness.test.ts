import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, chownSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { schemaTables } from '../../../server/db/migrate.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTestDatabase, withAdmin } from '../../support/database.ts';
import { enterableFolder } from '../../support/folder.ts';
import { soon } from '../../support/soon.ts';
import { startStandbyPair } from '../../support/standby.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const mark = randomBytes(4).toString('hex');
const admin = (statement: string) => withAdmin(inject('adminUrl') as string, statement);
const { isSuperuser, folder } = await (async () => {
  const { db, close } = openDatabase(inject('adminUrl') as string, 1, () => {});
  const { rows } = await sql<{ isSuperuser: boolean; folder: string | null }>`
    SELECT rolsuper AS "isSuperuser", CASE WHEN rolsuper THEN current_setting('data_directory') END AS folder
    FROM pg_roles WHERE rolname = current_user`.execute(db);
  await close();
  return rows[0] as { isSuperuser: boolean; folder: string | null };
})();

/** A process on a database: how it says it is. */
async function processOn(url: string) {
  const { db, close } = openDatabase(url, 3, () => {});
  const app = await buildApp({ ...world.deps, db }, undefined, 'health');
  onTestFinished(async () => {
    await app.close();
    await close();
  });
  const ready = async () => {
    const answer = await app.inject({ url: '/readyz' });
    return { status: answer.statusCode, reason: answer.json<{ reason?: string }>().reason };
  };
  return { db, ready };
}
const well = { status: 200, reason: undefined };
const not = (reason: unknown) => ({ status: 503, reason });

describe('a read-only database', () => {
  test('is reported by a process that starts on it, and by one that was there before', async () => {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const name = new URL(database.url).pathname.slice(1);
    const before = await processOn(database.url);
    expect(await before.ready()).toEqual(well);
    await admin(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const after = await processOn(database.url);
    const refusal = not('The database is read-only.');
    expect(await after.ready()).toEqual(refusal);
    await soon(async () => expect(await before.ready()).toEqual(refusal));
    await admin(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await soon(async () => expect(await before.ready()).toEqual(well));
  });

  test('is reported if only its sessions are read-only', async () => {
    const url = new URL(world.url);
    const { db, ready } = await processOn(url.href);
    await sql`SELECT`.execute(db);
    // The one connection that is there; the pool opens no other for one question at a time.
    await sql`SET default_transaction_read_only = on`.execute(db);
    expect(await ready()).toEqual(not('The database is read-only.'));
  });

  test('is reported for a standby in recovery', async () => {
    const pair = await startStandbyPair();
    onTestFinished(() => pair.close());
    const { ready } = await processOn(pair.standbyUrl);
    await soon(async () =>
      expect(await ready()).toEqual(not('The database is a standby in recovery, and takes no writes.')),
    );
    expect(await (await processOn(pair.url)).ready()).toEqual(well);
  });
});

/** A small disk of its own; only root makes one, and only where PostgreSQL is on this machine. */
function smallDisk(): string | undefined {
  if (process.getuid?.() !== 0 || !folder) return undefined;
  const place = enterableFolder('full-');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', place], { stdio: 'ignore' });
    const { uid, gid } = statSync(folder);
    chownSync(place, uid, gid);
    chmodSync(place, 0o700);
    return place;
  } catch {
    rmSync(place, { recursive: true });
    return undefined;
  }
}
test('a full disk is reported until there is room again', async ({ skip }) => {
  const disk = smallDisk();
  if (!disk) return skip('a small disk takes root, and PostgreSQL on this machine');
  onTestFinished(() => {
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });
  const database = await createTestDatabase();
  await admin(`CREATE TABLESPACE full_${mark} LOCATION '${disk}'`);
  onTestFinished(async () => {
    await database.drop();
    await admin(`DROP TABLESPACE full_${mark}`);
  });
  await admin(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET TABLESPACE full_${mark}`);
  const { ready } = await processOn(database.url);
  expect(await ready()).toEqual(well);
  const rest = join(disk, 'rest');
  const fill = () => {
    for (const bytes of [2 ** 20, 2 ** 12]) {
      const piece = Buffer.alloc(bytes);
      expect(() => {
        for (;;) appendFileSync(rest, piece);
      }).toThrow('ENOSPC');
    }
  };
  await soon(async () => {
    // Again each time: PostgreSQL may have removed a file of its own since.
    fill();
    expect(await ready()).toEqual(not('The disk of the database is full.'));
  });
  rmSync(rest);
  await soon(async () => expect(await ready()).toEqual(well));
});

describe.skipIf(!isSuperuser)('a role that lacks something', () => {
  const ROLE = `short_${mark}`;
  const GRANTS = `GRANT USAGE ON SCHEMA public TO ${ROLE};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${ROLE};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${ROLE};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${ROLE}`;
  const THEIRS = `CREATE SEQUENCE theirs; CREATE FUNCTION theirs() RETURNS int LANGUAGE sql AS 'SELECT 1';
    REVOKE EXECUTE ON FUNCTION theirs FROM PUBLIC;
    ALTER SEQUENCE theirs OWNER TO pg_monitor; ALTER FUNCTION theirs OWNER TO pg_monitor`;
  beforeAll(() => admin(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${mark}'`));
  afterAll(() => admin(`DROP ROLE ${ROLE}`));

  test.each([
    ['a right', `REVOKE UPDATE ON webhook FROM ${ROLE}`, /lacks UPDATE on webhook \(/],
    ['what it may not write', `REVOKE INSERT ON readiness_probe FROM ${ROLE}`, /INSERT on readiness_probe/],
    ['to read', `REVOKE SELECT ON kysely_migration FROM ${ROLE}`, /lacks rights/],
    ['a function', `REVOKE EXECUTE ON FUNCTION drop_message_month FROM ${ROLE}`, /EXECUTE on drop_message_/],
    ['the schema', `REVOKE USAGE ON SCHEMA public FROM PUBLIC, ${ROLE}`, /lacks (tables|rights)/],
    ['a table', 'ALTER TABLE webhook_event RENAME TO hidden', /lacks the table webhook_event \(/],
    ['the queue', 'CREATE SCHEMA pgboss; CREATE TABLE pgboss.job ()', /lacks .* on pgboss.job and 4 more/],
    ['more than one', `REVOKE ALL ON message, campaign FROM ${ROLE}`, /and 7 more/],
    ['a migration', "DELETE FROM kysely_migration WHERE name LIKE '0001%'", /lacks migrations/],
    ['nothing', `REVOKE UPDATE, DELETE ON wallet_entry FROM ${ROLE}`, undefined],
    ['nothing of an extension', 'CREATE EXTENSION pg_stat_statements', undefined],
    ['nothing of others', THEIRS, undefined],
    ['nothing of Kysely’s', `REVOKE INSERT, UPDATE, DELETE ON kysely_migration FROM ${ROLE}`, undefined],
  ])('is reported: %s', async (_, statement, reason) => {
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    await withAdmin(database.url, `${GRANTS}; ${statement}`);
    const url = new URL(database.url);
    Object.assign(url, { username: ROLE, password: mark });
    const { ready } = await processOn(url.href);
    expect(await ready()).toEqual(reason ? not(expect.stringMatching(reason)) : well);
  });
});

test('one page is written, however many clients ask', async () => {
  const { db, ready } = await processOn(world.url);
  const size = async () => {
    const { rows } = await sql<{ bytes: number }>`
      SELECT pg_relation_size('readiness_probe') AS bytes`.execute(db);
    return rows[0]?.bytes ?? 0;
  };
  const before = await size();
  for (let turn = 0; turn < 3; turn++) await Promise.all(Array.from({ length: 20 }, ready));
  expect((await size()) - before).toBe(8192);
  const { rows } = await sql`SELECT FROM readiness_probe`.execute(db);
  expect(rows).toEqual([]);
});

test('the tables that are looked for are those that the migrations leave', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition ORDER BY 1`.execute(world.db);
  expect((await schemaTables()).sort()).toEqual(rows.map(({ name }) => name));
});
