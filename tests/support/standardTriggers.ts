import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

interface StandardTrigger {
  table: string;
  trigger: string;
  kind: 'touch' | 'count_rows';
  definition: string;
}

/**
 * A database's triggers for `updated_at` and the totals, as PostgreSQL writes them, without those of
 * partitions.
 */
export async function standardTriggersOf(db: Db): Promise<StandardTrigger[]> {
  const { rows } = await sql<StandardTrigger>`
    SELECT t.tgrelid::regclass::text AS "table", t.tgname AS trigger, p.proname AS kind,
      pg_get_triggerdef(t.oid) AS definition
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE p.proname IN ('touch', 'count_rows') AND NOT t.tgisinternal AND t.tgparentid = 0
    ORDER BY 1, 2`.execute(db);
  return rows;
}
