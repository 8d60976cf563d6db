import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { LOCK_KEYS } from '../../db/lockKeys.ts';

/**
 * Runs `work` in a transaction, in one process at a time; returns undefined without running it while another is at it.
 */
export const alone = <T>(
  db: Kysely<unknown>,
  lock: keyof typeof LOCK_KEYS,
  work: (trx: Db) => Promise<T>,
): Promise<T | undefined> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      free: boolean;
    }>`SELECT pg_try_advisory_xact_lock(${LOCK_KEYS[lock]}) AS free`.execute(trx);
    return rows[0]?.free ? work(trx) : undefined;
  });
