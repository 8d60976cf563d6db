import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { Problem } from '../platform/problem.ts';

/** A server of an earlier version that was seen since may still send. */
const OLDER_MINUTES = 10;

/**
 * Throws `conflict` while a server of an earlier version runs: its workers know only SMS, and would send a campaign over
 * Viber as one.
 */
export async function requireOnlyNewServers(db: Db): Promise<void> {
  const { rows } = await sql`
    SELECT FROM server_process WHERE NOT knows_viber
      AND seen_at > now() - make_interval(mins => ${OLDER_MINUTES}) LIMIT 1`.execute(db);
  if (rows.length === 0) return;
  throw new Problem(
    'conflict',
    'The server is being updated, and cannot send over Viber yet. Nothing was sent or charged. Try again in ten minutes.',
  );
}
