import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

export interface DatabaseClock {
  /** The database's time now. */
  now(): Date;
  /** Asks the database for its time. */
  measure(db: Db): Promise<void>;
}

/**
 * The time that all processes share. Between two measurements it goes by the clock that nobody sets, so what this
 * machine takes for the time of day never counts.
 */
export function createDatabaseClock(): DatabaseClock {
  let ahead = Date.now() - performance.now();
  return {
    now: () => new Date(ahead + performance.now()),
    async measure(db) {
      const asked = performance.now();
      const { rows } = await sql<{ ms: number }>`
        SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(db);
      // It looked at its clock somewhere between question and answer.
      if (rows[0]) ahead = rows[0].ms - (asked + performance.now()) / 2;
    },
  };
}
