import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';

/** What a worker may have to do now, without having been told. */
export interface DueWork {
  /** The time of a scheduled campaign has come. */
  starts: boolean;
  /** Campaigns are sending, or start now: accounts and sender IDs may have to stop them. */
  sends: boolean;
  /** Workers, some of them perhaps dead, have messages in flight. */
  inFlight: boolean;
}

/** Asked every second by every worker, and mostly there is nothing: one short read instead of four statements. */
export async function dueWork(db: Db): Promise<DueWork> {
  const { rows } = await sql<DueWork>`${prepared}
    SELECT starts, sends OR starts AS sends, "inFlight" FROM (SELECT
      EXISTS (SELECT FROM campaign WHERE status = 'scheduled' AND scheduled_at <= now()) AS starts,
      EXISTS (SELECT FROM campaign WHERE status = 'sending') AS sends,
      EXISTS (SELECT FROM hand) AS "inFlight") due`.execute(db);
  return rows[0] as DueWork;
}

/** Whether campaigns have recipients that are not messages yet (`expandNext`). */
export async function hasExpanding(db: Db): Promise<boolean> {
  const { rows } = await sql`${prepared}
    SELECT FROM campaign WHERE expanding AND status <> 'draft' LIMIT 1`.execute(db);
  return rows.length > 0;
}
