import { readdir, readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { openDatabase } from './database.ts';

const folder = new URL('./migrations/', import.meta.url);

const provider: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
    const entries = names.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
    });
    return Object.fromEntries(await Promise.all(entries));
  },
};

const migrator = (db: Kysely<unknown>) => new Migrator({ db, provider });

/** Brings a database to the newest schema; several processes may do so at once. Throws the SQL's error. */
export async function migrate(url: string): Promise<void> {
  const { db, close } = openDatabase(url, 2, () => {});
  try {
    const { error } = await migrator(db).migrateToLatest();
    if (error) throw error;
  } finally {
    await close();
  }
}

/** Whether every migration of this version is in. */
export async function isMigrated(db: Kysely<unknown>): Promise<boolean> {
  const migrations = await migrator(db).getMigrations();
  return migrations.every((migration) => migration.executedAt !== undefined);
}
