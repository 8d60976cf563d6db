import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** A server process; after a failover, others wait until it has compared itself. */
export interface ServerProcess {
  uuid: string;
  role: string;
  host: string;
  pid: number;
}

/** It is running, or when it was last seen. */
export async function noteProcess(db: Db, { uuid, role, host, pid }: ServerProcess): Promise<void> {
  await sql`
    INSERT INTO server_process (uuid, role, host, pid) VALUES (${uuid}, ${role}, ${host}, ${pid})
    ON CONFLICT (uuid) DO UPDATE SET seen_at = now()`.execute(db);
}

/** It ends normally. If it has not compared itself yet, its record stays, so that its absence is noticed. */
export async function forgetProcess(db: Db, uuid: string): Promise<void> {
  await sql`
    DELETE FROM server_process p USING sending_database d
    WHERE p.uuid = ${uuid} AND (d.identity = database_identity() OR p.checked_identity = database_identity())`.execute(
    db,
  );
}
