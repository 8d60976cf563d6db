import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';

/** Waits until this many sessions of the database wait for a lock. */
export const waitForLocks = (db: Kysely<unknown>, sessions = 1): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
        db,
      );
      return rows.length;
    })
    .toBe(sessions);
