import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { waitsLong } from './farRetries.ts';
import { lockCampaigns, mayEnd, settle } from './settle.ts';

/** What a worker may have to do now, without having been told. */
export interface DueWork {
  /** The time of a scheduled campaign has come. */
  starts: boolean;
  /** Campaigns are sending, or start now: accounts and sender IDs may have to stop them. */
  sends: boolean;
  /** Workers, some of them perhaps dead, have messages in flight. */
  inFlight: boolean;
  /** Messages wait for longer than for a retry. */
  waitsLong: boolean;
}

const isDue = sql<boolean>`(status = 'scheduled' AND scheduled_at <= now())`;

/** Asked every second by every worker, and mostly there is nothing: one short read instead of four statements. */
export async function dueWork(db: Db): Promise<DueWork> {
  const { rows } = await sql<DueWork>`${prepared}
    SELECT starts, sends OR starts AS sends, "inFlight", "waitsLong" FROM (SELECT
      EXISTS (SELECT FROM campaign WHERE ${isDue}) AS starts,
      EXISTS (SELECT FROM campaign WHERE status = 'sending') AS sends,
      EXISTS (SELECT FROM hand) AS "inFlight",
      ${waitsLong} AS "waitsLong") due`.execute(db);
  return rows[0] as DueWork;
}

/** Whether campaigns have recipients that are not messages yet (`expandNext`). */
export async function hasExpanding(db: Db): Promise<boolean> {
  const { rows } = await sql`${prepared}
    SELECT FROM campaign WHERE expanding AND status <> 'draft' LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Starts scheduled campaigns that are due. One whose recipients have all opted out has nothing to send, and ends. */
export const startDue = (db: Kysely<unknown>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const locked = await lockCampaigns(trx, sql`SELECT uuid FROM campaign WHERE ${isDue}`);
    const { rows } = await sql<{ uuid: string; ends: boolean }>`
      UPDATE campaign SET status = 'sending', started_at = now()
      WHERE uuid = ANY(${locked}) AND ${isDue} RETURNING uuid, ${mayEnd} AS ends`.execute(trx);
    await settle(
      trx,
      rows.filter(({ ends }) => ends).map(({ uuid }) => uuid),
    );
  });
