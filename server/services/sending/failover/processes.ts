import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

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

const microseconds = (time: RawBuilder<unknown>) => sql`(extract(epoch FROM ${time}) * 1000000)::bigint`;

/** It is running, or when it was last seen. */
export async function noteProcess(db: Db, { uuid, role, host, pid }: ServerProcess): Promise<Noted> {
  const { rows } = await sql<Noted>`
    WITH former AS (SELECT seen_at FROM server_process WHERE uuid = ${uuid}),
    noted AS (
      INSERT INTO server_process (uuid, role, host, pid, counts_use, knows_viber)
      VALUES (${uuid}, ${role}, ${host}, ${pid}, true, true)
      ON CONFLICT (uuid) DO UPDATE SET seen_at = now() RETURNING seen_at)
    SELECT ${microseconds(sql`noted.seen_at`)} AS now, (SELECT ${microseconds(sql`seen_at`)} FROM former) AS before FROM noted`.execute(
    db,
  );
  return rows[0] as Noted;
}

/** It ends normally. If it has not compared itself yet, its record stays, so that its absence is noticed. */
export async function forgetProcess(db: Db, uuid: string): Promise<void> {
  await sql`
    DELETE FROM server_process p USING sending_database d
    WHERE p.uuid = ${uuid} AND (d.identity = database_identity() OR p.checked_identity = database_identity())`.execute(
    db,
  );
}
