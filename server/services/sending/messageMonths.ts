import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { removeMarks } from '../platform/listMarks.ts';
import { removeSources } from './campaignSource.ts';

/** Namespace of the lock for creating and removing months. */
const LOCK = 7_732;
/** Days after which the receipt of a submitted message is no longer expected. */
const RECEIPT_DAYS = 30;
/** Lock timeout of statements that lock the whole table, so that they delay nobody: the next minute tries again. */
const LOCK_TIMEOUT = '500ms';
const LOCKED = '55P03';

interface Month {
  /** Its table, such as `message_2026_11`. */
  name: string;
  low: string;
  high: string;
}

const PATTERN = String.raw`^message_\d{4}_\d{2}$`;
const startOf = sql`to_date(right(c.relname, 7), 'YYYY_MM')::timestamp`;
const months = sql`(
  SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'message'::regclass AND c.relname ~ ${PATTERN}) c`;
const table = (name: string) => sql.table(name);

/**
 * Creates the tables for this month's messages and the next two. With `keep`, removes months that ended more than that many
 * months ago, with all their messages. A month waits while it has a message of a campaign that is running or ended in the
 * last 30 days, or an unknown one.
 */
export async function keepMonths(db: Kysely<unknown>, keep: number | null): Promise<void> {
  await addMonths(db);
  if (keep === null) return;
  for (const name of await ended(db, keep)) await detach(db, name);
  for (const month of await detached(db)) await remove(db, month);
  await removeSources(db, keep);
}

/** Runs `work` in one process at a time, and gives up if it would have to wait for a lock. */
async function alone(db: Kysely<unknown>, work: (trx: Db) => Promise<void>): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{
        free: boolean;
      }>`SELECT pg_try_advisory_xact_lock(${LOCK}) AS free`.execute(trx);
      if (!rows[0]?.free) return;
      await sql`SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(trx);
      await work(trx);
    });
  } catch (error) {
    if ((error as { code?: string }).code !== LOCKED) throw error;
  }
}

/** Month by month from the newest existing one. */
async function addMonths(db: Kysely<unknown>): Promise<void> {
  const missing = async (on: Db) => {
    const { rows } = await sql<{ month: string }>`
      SELECT month::date FROM generate_series(
        (SELECT max(${startOf}) + interval '1 month' FROM ${months}),
        date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months', interval '1 month') AS month`.execute(
      on,
    );
    return rows;
  };
  if ((await missing(db)).length === 0) return;
  await alone(db, async (trx) => {
    for (const { month } of await missing(trx))
      await sql`SELECT add_message_month(${month}::date)`.execute(trx);
  });
}

/** The tables of months that ended long enough ago, oldest first. */
async function ended(db: Db, keep: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM ${months}
    WHERE ${startOf} + make_interval(months => ${keep + 1}) <= now() AT TIME ZONE 'UTC'
    ORDER BY 1`.execute(db);
  return rows.map((row) => row.name);
}

/** Whether a month has messages of a campaign that is running or ended recently, or unknown ones. */
async function isWaiting(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    SELECT EXISTS (
      SELECT FROM campaign c
      WHERE (c.finished_at IS NULL OR c.finished_at > now() - make_interval(days => ${RECEIPT_DAYS})
          OR c.queued > 0 OR c.unknown > 0)
        AND EXISTS (SELECT FROM ${table(name)} m WHERE m.campaign = c.uuid)) AS waiting`.execute(db);
  return rows[0]?.waiting === true;
}

/**
 * Detaches a month, which locks the whole table for a moment. CONCURRENTLY would not, but it does not work in a
 * transaction.
 */
async function detach(db: Kysely<unknown>, name: string): Promise<void> {
  if (await isWaiting(db, name)) return;
  await alone(db, async (trx) => {
    await sql`LOCK TABLE ${table(name)} IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
    if (await isWaiting(trx, name)) return;
    await sql`SELECT detach_message_month(${name})`.execute(trx);
  });
}

/** Detached months that are not removed yet, including those of a killed process. */
async function detached(db: Db): Promise<Month[]> {
  const { rows } = await sql<Month>`
    SELECT c.relname AS name, uuid_floor(${startOf} AT TIME ZONE 'UTC') AS low,
      uuid_floor((${startOf} + interval '1 month') AT TIME ZONE 'UTC') AS high
    FROM pg_class c
    WHERE c.oid = to_regclass(c.relname) AND c.relkind = 'r' AND NOT c.relispartition AND c.relname ~ ${PATTERN}
    ORDER BY 1`.execute(db);
  return rows;
}

/** Drops a month's tables, and removes its messages from the totals and the marks; campaigns record it. */
const remove = (db: Kysely<unknown>, { name, low, high }: Month): Promise<void> =>
  alone(db, async (trx) => {
    const { rows: gone } = await sql<{ account: string; n: number }>`
      UPDATE row_count c SET n = c.n - g.n
      FROM (SELECT account, count(*) AS n FROM ${table(name)} GROUP BY account) g
      WHERE c.account = g.account AND c.entity = 'message' RETURNING g.account, g.n`.execute(trx);
    await removeMarks(trx, 'message', { low, high, gone });
    await sql`
      UPDATE campaign SET messages_removed_at = now() WHERE uuid IN (
        SELECT uuid FROM campaign WHERE uuid IN (SELECT DISTINCT campaign FROM ${table(name)})
        ORDER BY uuid FOR UPDATE)`.execute(trx);
    await sql`SELECT drop_message_month(${name})`.execute(trx);
  });
