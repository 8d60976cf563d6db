import type { Db } from '../../db/database.ts';
import { runsOlder } from '../platform/olderServers.ts';
import { Problem } from '../platform/problem.ts';

/**
 * Throws `conflict` while a server of an earlier version runs: its workers know only SMS, and would send a campaign over
 * Viber as one.
 */
export async function requireOnlyNewServers(db: Db): Promise<void> {
  if (!(await runsOlder(db, 'knows_viber'))) return;
  throw new Problem(
    'conflict',
    'The server is being updated, and cannot send over Viber yet. Nothing was sent or charged. Try again in ten minutes.',
  );
}
