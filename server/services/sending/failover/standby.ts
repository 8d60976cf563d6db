import { sql } from 'kysely';
import type { StandbyState } from '#schema/dashboardSummary.ts';
import type { Db } from '../../../db/database.ts';
import { prepared } from '../../../db/preparedStatements.ts';

/** Programs that copy the database but are not a standby. */
const COPIES = ['pg_basebackup', 'pg_receivewal'];

/** Milliseconds of waiting for a standby after which a commit counts as held up. */
export const HELD_UP_MS = 3000;

/** SQL of whether a session of this database is a commit that waits for a synchronous standby. */
const isWaitingCommit = sql`datname = current_database() AND wait_event = 'SyncRep'`;

/**
 * Whether a standby is connected, whether commits wait for it, and whether one is held up now. A role that may not see replication details
 * (`pg_monitor` may) uses the setting. Logical subscribers and backups are not standbys.
 */
export async function standbyState(db: Db): Promise<StandbyState> {
  const { rows } = await sql<{
    standbys: number;
    hidden: number;
    waited_for: number;
    waits: boolean;
    is_held_up: boolean;
  }>`
    SELECT count(*)::int AS standbys, count(*) FILTER (WHERE r.sync_state IS NULL)::int AS hidden,
      count(*) FILTER (WHERE r.sync_state IN ('sync', 'quorum'))::int AS waited_for,
      current_setting('synchronous_standby_names') <> ''
        AND current_setting('synchronous_commit') NOT IN ('off', 'local') AS waits,
      EXISTS (SELECT FROM pg_stat_activity WHERE ${isWaitingCommit}
        AND query_start < clock_timestamp() - make_interval(secs => ${HELD_UP_MS / 1000})) AS is_held_up
    FROM pg_stat_replication r
    WHERE coalesce(r.state, 'streaming') <> 'backup' AND r.application_name <> ALL(${COPIES})
      AND NOT EXISTS (
        SELECT FROM pg_replication_slots s WHERE s.active_pid = r.pid AND s.slot_type = 'logical')`.execute(
    db,
  );
  const { standbys, hidden, waited_for, waits, is_held_up } = rows[0] as (typeof rows)[0];
  if (is_held_up) return 'waiting';
  if (standbys === 0) return 'none';
  return waits && (waited_for > 0 || hidden > 0) ? 'synchronous' : 'asynchronous';
}

/**
 * The commits of this role that wait for a synchronous standby: their backend, and what tells one commit from the next.
 * PostgreSQL shows a role its own sessions without further rights.
 */
export async function waitingCommits(db: Db): Promise<{ pid: number; commit: string }[]> {
  const { rows } = await sql<{ pid: number; commit: string }>`${prepared}
    SELECT pid, pid || ' ' || query_start AS commit FROM pg_stat_activity
    WHERE ${isWaitingCommit} AND usename = current_user`.execute(db);
  return rows;
}

/** Ends what a backend of this role is doing. A commit that waits for a standby is done, on the primary alone. */
export const cancelBackend = (db: Db, pid: number): Promise<unknown> =>
  sql`SELECT pg_cancel_backend(${pid})`.execute(db);

/** Since when sending is stopped because the database was replaced or restarted; null if it is not. */
export async function stoppedSince(db: Db): Promise<string | null> {
  const { rows } = await sql<{ noticed_at: string }>`
    SELECT noticed_at FROM failover WHERE resumed_at IS NULL`.execute(db);
  return rows[0]?.noticed_at ?? null;
}
