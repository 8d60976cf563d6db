import { type Kysely, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type Daily, type DailyChange, withDaily } from './daily.ts';
import { settle } from './settle.ts';

/** Namespace of the advisory locks by which workers show that they live. */
export const WORKER_LOCKS = 7_731;

/** A number for a new worker, never given twice. */
export async function newWorker(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT nextval('worker_id')::int AS id`.execute(db);
  return rows[0]?.id as number;
}

/**
 * Finds workers that died with messages in hand (their session's lock is free) and makes these messages
 * unknown: whether the operator got them nobody can say, so they stay held and are not sent again.
 * Answers how many there were.
 */
export async function reapDeadWorkers(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ worker: number }>`
    SELECT DISTINCT worker FROM message WHERE status = 'submitting'`.execute(db);
  let found = 0;
  for (const { worker } of rows) {
    found += await withDaily(db, async (trx, daily) => {
      const lock = await sql<{ dead: boolean }>`
        SELECT pg_try_advisory_xact_lock(${WORKER_LOCKS}, ${worker}) AS dead`.execute(trx);
      return lock.rows[0]?.dead ? abandon(trx, worker, daily) : 0;
    });
  }
  return found;
}

async function abandon(trx: Db, worker: number, daily: Daily): Promise<number> {
  const locked = await sql<{ uuid: string }>`
    SELECT uuid FROM campaign
    WHERE uuid IN (SELECT campaign FROM message WHERE worker = ${worker} AND status = 'submitting')
    ORDER BY uuid FOR UPDATE`.execute(trx);
  const { rows } = await sql<DailyChange & { sent: number }>`
    WITH moved AS (
      UPDATE message SET status = 'unknown', worker = NULL, submitted_at = now(), updated_at = now(),
        error = 'WORKER_DIED'
      WHERE worker = ${worker} AND status = 'submitting' RETURNING account, campaign, operator
    ), counted AS (
      UPDATE campaign c SET queued = c.queued - d.n, unknown = c.unknown + d.n
      FROM (SELECT campaign, count(*) AS n FROM moved GROUP BY campaign) d WHERE c.uuid = d.campaign
    )
    SELECT account, nepal_day(now()) AS day, operator, count(*) AS sent
    FROM moved GROUP BY account, operator`.execute(trx);
  daily.push(...rows);
  await settle(
    trx,
    locked.rows.map((row) => row.uuid),
  );
  return rows.reduce((sum, { sent }) => sum + sent, 0);
}
