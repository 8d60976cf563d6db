import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

export interface DatabaseClock {
  /** The database's time now. */
  now(): Date;
  /** Queries the database's time. */
  measure(db: Db): Promise<void>;
}

/** The database's time, in milliseconds. */
async function readClock(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(db);
  return (rows[0] as { ms: number }).ms;
}

/** The time by which all processes decide, however wrong this machine's is. */
export const databaseNow = async (db: Db): Promise<Date> => new Date(await readClock(db));

/**
 * The time shared by all processes. Between two measurements it uses the monotonic clock, so this machine's time of day
 * never matters.
 */
export function createDatabaseClock(): DatabaseClock {
  let ahead = Date.now() - performance.now();
  return {
    now: () => new Date(ahead + performance.now()),
    async measure(db) {
      const startedAt = performance.now();
      const ms = await readClock(db);
      // The database read its clock somewhere between request and answer.
      ahead = ms - (startedAt + performance.now()) / 2;
    },
  };
}
