import { hostname } from 'node:os';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { isAlive } from '../../../db/embeddedFiles.ts';

/** A server process; after a failover, others wait until it has compared itself. */
export interface ServerProcess {
  uuid: string;
  role: string;
  host: string;
  pid: number;
}

/** When this database noted a process now, and the time before, in microseconds since 1970; null: never. */
export interface Noted {
  now: number;
  before: number | null;
}

export const microseconds = (time: RawBuilder<unknown>) =>
  sql`(extract(epoch FROM ${time}) * 1000000)::bigint`;

/** It is running, or when it was last seen. */
export async function noteProcess(db: Db, { uuid, role, host, pid }: ServerProcess): Promise<Noted> {
  const { rows } = await sql<Noted>`
    WITH former AS (SELECT seen_at FROM server_process WHERE uuid = ${uuid}),
    noted AS (
      INSERT INTO server_process (uuid, role, host, pid, counts_use, knows_viber, knows_replaced_keys)
      VALUES (${uuid}, ${role}, ${host}, ${pid}, true, true, true)
      ON CONFLICT (uuid) DO UPDATE SET seen_at = now() RETURNING seen_at)
    SELECT ${microseconds(sql`noted.seen_at`)} AS now, (SELECT ${microseconds(sql`seen_at`)} FROM former) AS before FROM noted`.execute(
    db,
  );
  return rows[0] as Noted;
}

/** Seconds: two heartbeats, and less than it takes to lead instead of a primary and to lose that again. */
const LATELY = 10;

/**
 * Whether this database knows processes that may run and were not here lately. In a former primary that leads again these are
 * all that have worked elsewhere meanwhile, until they come and say so.
 */
export async function missesProcesses(db: Db, uuid: string): Promise<boolean> {
  const { rows } = await sql<{ host: string; pid: number }>`
    SELECT host, pid FROM server_process
    WHERE uuid <> ${uuid} AND seen_at < now() - make_interval(secs => ${LATELY})
      AND seen_at > now() - interval '1 day'`.execute(db);
  return rows.some(({ host, pid }) => host !== hostname() || isAlive(pid));
}

/** It ends normally. If it has not compared itself yet, its record stays, so that its absence is noticed. */
export async function forgetProcess(db: Db, uuid: string): Promise<void> {
  await sql`
    DELETE FROM server_process p USING sending_database d
    WHERE p.uuid = ${uuid} AND (d.identity = database_identity() OR p.checked_identity = database_identity())`.execute(
    db,
  );
}
