import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { type Db, openDatabase } from './database.ts';
import { errorText } from './errorText.ts';
import { placeOf } from './hosts.ts';
import { LOCK_KEYS } from './lockKeys.ts';
import { pipelined } from './pipelined.ts';
import { prepared } from './preparedStatements.ts';
import { withStandardTriggers } from './standardTriggers.ts';
import { isUnavailable } from './unavailable.ts';

/** The database has migrations beside which this version must not go on: it must not touch what they changed. */
export class NewerSchema extends Error {
  constructor(migration: string) {
    super(`The database was migrated by a newer server (${migration}): start that version.`);
  }
}

/** Waits for the transactions that are taking work, and blocks new ones until this transaction ends. */
const lockSchema = (trx: Db) => sql`SELECT pg_advisory_xact_lock(${LOCK_KEYS.schema})`.execute(trx);

/**
 * For transactions that take work (claims, accepts, expands messages): throws NewerSchema if the database was migrated
 * since this process started, and delays migrations until the transaction ends. Must be called first.
 */
export async function requireSchema(trx: Db): Promise<void> {
  await pipelined(
    trx,
    (db) => sql`${prepared} SELECT pg_advisory_xact_lock_shared(${LOCK_KEYS.schema})`.execute(db),
    // With its own snapshot, after the wait.
    refuseNewer,
  );
}

/** `0022_notes_beside_0020`: servers that know 0020 go on beside it. Without it all older ones stop. */
const BESIDE = /_beside_(\d{4})$/;

/** Whether a server whose newest migration is `newest` must stop when a newer one applies `migration`. */
function stops(migration: string, newest: string): boolean {
  const oldest = BESIDE.exec(migration)?.[1];
  return oldest === undefined || newest.slice(0, oldest.length) < oldest;
}

/** Migrations of the database that this version does not know, newest first, and the newest that it knows. */
async function unknownTo(db: Db): Promise<{ unknown: string[]; newest: string }> {
  const known = (await migrationTexts()).map(([name]) => name);
  const { rows } = await sql<{ name: string }>`${prepared}
    SELECT name FROM kysely_migration WHERE name <> ALL(${known}) ORDER BY name DESC`.execute(db);
  return { unknown: rows.map(({ name }) => name), newest: known.at(-1) ?? '' };
}

/** Throws NewerSchema if the database has migrations beside which this version must not go on. */
export async function refuseNewer(db: Db): Promise<void> {
  const { unknown, newest } = await unknownTo(db);
  const stopping = unknown.find((name) => stops(name, newest));
  if (stopping) throw new NewerSchema(stopping);
}

const folder = new URL('./migrations/', import.meta.url);

async function readTexts(): Promise<[name: string, text: string][]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(
      async (name): Promise<[string, string]> => [
        name.replace(/\.sql$/, ''),
        await readFile(new URL(name, folder), 'utf8'),
      ],
    ),
  );
}

/** Read once: files that an upgrade puts next to a running server are not this server's. */
let texts: Promise<[name: string, text: string][]> | undefined;
const migrationTexts = () => {
  texts ??= readTexts();
  return texts;
};

/**
 * Milliseconds that a migration waits for a table or a row. Whoever wants the table meanwhile waits behind it, so it does not
 * wait for a backup: it gives up what it has done, and begins again after a pause.
 */
const LOCK_MS = 2000;
const PAUSE_MS = 3000;
const LOCK_NOT_AVAILABLE = '55P03';
export const MIGRATION_WAITS =
  'The migration waits for a session that uses its tables, such as a backup. Until it has ended, this migration changes nothing; those before it stay.';

/** The migration in a file. It runs in a transaction; its SQL may call the functions of standardTriggers.ts. */
export const migrationOf = (text: string): Migration => ({
  async up(trx: Kysely<unknown>) {
    await lockSchema(trx);
    await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_MS)}`.execute(trx);
    await sql.raw(withStandardTriggers(text)).execute(trx);
  },
});

const provider: MigrationProvider = {
  async getMigrations() {
    const texts = await migrationTexts();
    return Object.fromEntries(texts.map(([name, text]) => [name, migrationOf(text)]));
  },
};

/** The tables that the migrations create, and those in which Kysely records them; without partitions. */
export async function schemaTables(): Promise<string[]> {
  const tables = new Set(['kysely_migration', 'kysely_migration_lock']);
  const change = /^(?:CREATE (?:UNLOGGED )?TABLE (\w+)|DROP TABLE (?:IF EXISTS )?(\w+))/gm;
  for (const [, text] of await migrationTexts()) {
    for (const [, made, dropped] of text.matchAll(change)) {
      if (made) tables.add(made);
      if (dropped) tables.delete(dropped);
    }
  }
  return [...tables];
}

/** The first of the migrations replaced by 0001_baseline; no release had them. */
const BEFORE_RELEASE = '0001_foundation';

function explained(error: unknown): unknown {
  const unknown = /previously executed migration (\S+) is missing/.exec(String(error))?.[1];
  if (unknown === BEFORE_RELEASE) {
    return new Error(
      'The database was made before version 0.1.0 and cannot be upgraded: give the server a new one (a new DATABASE_URL, or a new DATA_DIR).',
    );
  }
  return unknown ? new NewerSchema(unknown) : error;
}

const migrator = (db: Kysely<unknown>) => new Migrator({ db, provider });

const OLDEST = 150_000;

/** Throws one sentence if `server_version_num` is too old for the migrations. */
export function refuseOld(version: number): void {
  if (version >= OLDEST) return;
  const major = Math.floor(version / 10_000);
  throw new Error(`DATABASE_URL leads to PostgreSQL ${major}; the server needs 15 or newer.`);
}

/**
 * Whether a database is new. Throws one sentence if it is, and its encoding lacks characters, or counts and cuts their bytes.
 */
async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string; encoding: string; is_new: boolean }>`
    SELECT current_database() AS name, current_setting('server_encoding') AS encoding,
      to_regclass('kysely_migration') IS NULL AS is_new`.execute(db);
  const { name, encoding, is_new } = rows[0] as (typeof rows)[0];
  if (!is_new || encoding === 'UTF8') return is_new;
  throw new Error(
    `The database ${name} has the encoding ${encoding}; the server needs UTF8: create it with TEMPLATE template0 ENCODING 'UTF8' (docs/deploy.md).`,
  );
}

/** PostgreSQL's classes of errors that say all: it has no connection left, it starts or stops, it is read-only. */
const TELLING = /^(53|57|25)/;

/** Adds where the URL leads to an error of connecting. */
function withPlace(error: unknown, url: string): unknown {
  if (!isUnavailable(error) || TELLING.test(String((error as { code?: string }).code))) return error;
  return new Error(
    `${errorText(error)}. The URL of the database leads to ${placeOf(url)}: is PostgreSQL running there, and are name, user and password right?`,
    { cause: error },
  );
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string } | undefined)?.code;

/** PostgreSQL's error for missing rights. */
const NO_RIGHT = '42501';

/** Migrates in one transaction, to the last migration or `to`. Returns the error. */
const applyAll = async (db: Kysely<unknown>, to?: string): Promise<unknown> =>
  (await (to ? migrator(db).migrateTo(to) : migrator(db).migrateToLatest())).error;

/**
 * Migrates a database that is in use, each migration in its own transaction: what one locks is free before the next one builds an
 * index of another table. Returns the error of the first that fails; those before it stay.
 */
async function applyEach(db: Kysely<unknown>, onWait: () => void): Promise<unknown> {
  for (;;) {
    const { error, results = [] } = await migrator(db).migrateUp();
    if (codeOf(error) === LOCK_NOT_AVAILABLE) {
      onWait();
      await delay(PAUSE_MS);
    } else if (error || results.length === 0) return error;
  }
}

/**
 * Migrates a database to the newest schema; several processes may do so at once. Throws the SQL's error, or one sentence if
 * PostgreSQL is away or too old or a newer server migrated the database. `to` is for tests: the last migration to run. `onWait` is
 * called whenever it has given way to a session that uses its tables.
 */
export async function migrate(url: string, to?: string, onWait: () => void = () => {}): Promise<void> {
  const { db, close } = openDatabase(url, 2, () => {}, { isBounded: false });
  try {
    const { rows } = await sql<{ version: number }>`
      SELECT current_setting('server_version_num')::int AS version`
      .execute(db)
      .catch((error) => {
        throw withPlace(error, url);
      });
    refuseOld(rows[0]?.version ?? 0);
    // Kysely's migrator reads the whole catalogue three times to find nothing to do, and refuses newer servers' migrations.
    if (!to && (await isMigrated(db).catch(() => false))) return;
    const isNew = await isEmpty(db);
    const error = await (isNew || to ? applyAll(db, to) : applyEach(db, onWait));
    if (codeOf(error) === NO_RIGHT) {
      throw new Error(
        'The database is not migrated, and this role may not do it: start a process with MIGRATION_DATABASE_URL first (docs/deploy.md).',
      );
    }
    if (error) throw explained(error);
  } finally {
    await close();
  }
}

/**
 * Whether all migrations of this version are applied; throws NewerSchema if it must not go on, and an error of the database if
 * it has none yet or the role may not read them. Called often, and Kysely's own check reads the whole catalogue.
 */
export async function isMigrated(db: Kysely<unknown>): Promise<boolean> {
  await refuseNewer(db);
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  return (await migrationTexts()).every(([name]) => done.has(name));
}
