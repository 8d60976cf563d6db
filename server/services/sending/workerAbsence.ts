import { type Kysely, sql } from 'kysely';
import { prepared } from '../../db/preparedStatements.ts';
import { liveWorkers } from './workers.ts';

/**
 * Milliseconds that one look counts at most: twice the usual time between two. In longer gaps nobody looked, the database was
 * away, or its clock jumped, and none of these says that a worker could have returned.
 */
const LONGEST = 2000;

/**
 * The workers that have messages in flight and are not there, and for how many milliseconds workers have looked for them in
 * vain. It is counted in the database, so that it grows although each worker that looks may die soon.
 */
export async function lookForAbsent(db: Kysely<unknown>): Promise<Map<number, number>> {
  const { rows } = await sql<{ worker: number; missed: number }>`${prepared}
    WITH absent AS MATERIALIZED (
      SELECT DISTINCT worker FROM hand WHERE worker NOT IN (${liveWorkers})
    ), returned AS (
      -- Rows that another worker writes now are for its next look: waiting for them could be a deadlock.
      DELETE FROM worker_absence WHERE worker IN (
        SELECT worker FROM worker_absence WHERE worker NOT IN (SELECT worker FROM absent) FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO worker_absence AS a (worker) SELECT worker FROM absent ORDER BY worker
    ON CONFLICT (worker) DO UPDATE SET looked_at = clock_timestamp(), missed_ms = a.missed_ms
      + greatest(0, least(${LONGEST}::int, extract(epoch FROM clock_timestamp() - a.looked_at) * 1000))::int
    RETURNING worker, missed_ms AS missed`.execute(db);
  return new Map(rows.map(({ worker, missed }) => [worker, missed]));
}
