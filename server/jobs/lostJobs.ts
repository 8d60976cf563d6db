import { type Kysely, sql } from 'kysely';
import { type LongJobName, longRecords } from '../services/platform/longRecords.ts';
import type { Queue } from './queue.ts';

/** Minutes after which a new record has its job, even where commits wait for a standby. */
const LOST_MINUTES = 5;

/**
 * Queues the job of each record that waits for one and has none: its request was given up, or its process killed, between
 * the commit and the queue.
 */
export async function addLostJobs(db: Kysely<unknown>, enqueue: Queue['enqueue']): Promise<void> {
  for (const job of Object.keys(longRecords) as LongJobName[]) {
    const { rows } = await sql<{ uuid: string }>`
      SELECT uuid FROM ${sql.table(longRecords[job].table)} r
      WHERE status = 'queued' AND updated_at < now() - make_interval(mins => ${LOST_MINUTES})
        AND NOT EXISTS (
          SELECT FROM pgboss.job WHERE name = ${job} AND data->>'uuid' = r.uuid::text AND state < 'completed')`.execute(
      db,
    );
    for (const { uuid } of rows) await enqueue(job, { uuid });
  }
}
