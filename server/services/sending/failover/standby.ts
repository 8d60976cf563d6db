import { sql } from 'kysely';
import type { StandbyState } from '#schema/dashboardSummary.ts';
import type { Db } from '../../../db/database.ts';

/** Programs that copy the database but are not a standby. */
const COPIES = ['pg_basebackup', 'pg_receivewal'];

/**
 * Whether a standby is connected, and whether commits wait for it. A role that may not see replication details
 * (`pg_monitor` may) uses the setting. Logical subscribers and backups are not standbys.
 */
export async function standbyState(db: Db): Promise<StandbyState> {
  const { rows } = await sql<{ standbys: number; hidden: number; waited_for: number; waits: boolean }>`
    SELECT count(*)::int AS standbys, count(*) FILTER (WHERE r.sync_state IS NULL)::int AS hidden,
      count(*) FILTER (WHERE r.sync_state IN ('sync', 'quorum'))::int AS waited_for,
      current_setting('synchronous_standby_names') <> ''
        AND current_setting('synchronous_commit') NOT IN ('off', 'local') AS waits
    FROM pg_stat_replication r
    WHERE coalesce(r.state, 'streaming') <> 'backup' AND r.application_name <> ALL(${COPIES})
      AND NOT EXISTS (
        SELECT FROM pg_replication_slots s WHERE s.active_pid = r.pid AND s.slot_type = 'logical')`.execute(
    db,
  );
  const { standbys, hidden, waited_for, waits } = rows[0] as (typeof rows)[0];
  if (standbys === 0) return 'none';
  return waits && (waited_for > 0 || hidden > 0) ? 'synchronous' : 'asynchronous';
}

/** Since when sending is stopped because the database was replaced or restarted; null if it is not. */
export async function stoppedSince(db: Db): Promise<string | null> {
  const { rows } = await sql<{ noticed_at: string }>`
    SELECT noticed_at FROM failover WHERE resumed_at IS NULL`.execute(db);
  return rows[0]?.noticed_at ?? null;
}
