import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** Minutes after which a server that was not seen no longer runs. */
const OLDER_MINUTES = 10;

/** What servers say of themselves in `server_process`. One of a version before it says nothing. */
type Knowledge = 'knows_viber' | 'knows_replaced_keys';

/** Whether a server of a version without this may still run. */
export async function runsOlder(db: Db, knowledge: Knowledge): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM server_process WHERE NOT ${sql.ref(knowledge)}
      AND seen_at > now() - make_interval(mins => ${OLDER_MINUTES}) LIMIT 1`.execute(db);
  return rows.length > 0;
}
