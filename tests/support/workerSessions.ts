import { type Kysely, sql } from 'kysely';
import { WORKER_LOCKS } from '../../server/services/sending/workers.ts';

/** The workers of this database whose session lives, each with its backend. Other tests' databases are on the same server. */
export async function workerSessions(db: Kysely<unknown>): Promise<{ worker: number; pid: number }[]> {
  const { rows } = await sql<{ worker: number; pid: number }>`
    SELECT objid::int AS worker, pid FROM pg_locks
    WHERE locktype = 'advisory' AND classid = ${WORKER_LOCKS} AND granted AND mode = 'ExclusiveLock'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db);
  return rows;
}
