import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { removeMarks } from '../platform/listMarks.ts';
import { isKeptByOne, removeOfAccounts } from './accountMonths.ts';
import { removeSources } from './campaignSource.ts';
import { isOpen, type Month, withMonths } from './monthWork.ts';
import { isOver } from './retention.ts';

const PATTERN = String.raw`^message_\d{4}_\d{2}$`;
const startOf = sql`to_date(right(c.relname, 7), 'YYYY_MM')::timestamp`;
const bounds = sql`uuid_floor(${startOf} AT TIME ZONE 'UTC') AS low,
  uuid_floor((${startOf} + interval '1 month') AT TIME ZONE 'UTC') AS high`;
const months = sql`(
  SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'message'::regclass AND c.relname ~ ${PATTERN}) c`;
const table = (name: string) => sql.table(name);

/**
 * Creates the tables for this month's messages and the next two, and removes messages that their accounts keep no longer:
 * `keep` months after their own month, or as many as the account has itself; null: for ever. A month that nobody keeps goes
 * as a whole, and otherwise the messages of single accounts. A month waits while it has a message of a campaign that is
 * running or ended in the last 30 days, or an unknown one; of single accounts, that campaign does.
 */
export async function keepMonths(db: Kysely<unknown>, keep: number | null): Promise<void> {
  await addMonths(db);
  for (const { start, over, ...month } of await past(db, keep)) {
    const began = sql`${start}::timestamp`;
    if (over && !(await isKeptByOne(db, month, began))) await detach(db, month.name);
    else await removeOfAccounts(db, month, began, over);
  }
  for (const month of await detached(db)) await remove(db, month);
  await removeSources(db, keep);
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
  await withMonths(db, async (trx) => {
    for (const { month } of await missing(trx))
      await sql`SELECT add_message_month(${month}::date)`.execute(trx);
  });
}

/** The months from which an account may keep nothing any more, oldest first; `over`: by the provider's own period. */
async function past(db: Db, keep: number | null): Promise<(Month & { start: string; over: boolean })[]> {
  const { rows } = await sql<Month & { start: string; over: boolean }>`
    SELECT c.relname AS name, ${bounds}, ${startOf}::text AS start, ${isOver(startOf, keep)} AS over FROM ${months}
    WHERE ${isOver(startOf, Math.min(keep ?? 1, 1))} ORDER BY 1`.execute(db);
  return rows;
}

/** Whether a month has messages of a campaign that is running or ended recently, or unknown ones. */
async function isWaiting(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    SELECT EXISTS (
      SELECT FROM campaign c
      WHERE ${isOpen} AND EXISTS (SELECT FROM ${table(name)} m WHERE m.campaign = c.uuid)) AS waiting`.execute(
    db,
  );
  return rows[0]?.waiting === true;
}

/**
 * Detaches a month, which locks the whole table for a moment. CONCURRENTLY would not, but it does not work in a
 * transaction.
 */
async function detach(db: Kysely<unknown>, name: string): Promise<void> {
  if (await isWaiting(db, name)) return;
  await withMonths(db, async (trx) => {
    await sql`LOCK TABLE ${table(name)} IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
    if (await isWaiting(trx, name)) return;
    await sql`SELECT detach_message_month(${name})`.execute(trx);
  });
}

/** Detached months that are not removed yet, including those of a killed process. */
async function detached(db: Db): Promise<Month[]> {
  const { rows } = await sql<Month>`
    SELECT c.relname AS name, ${bounds} FROM pg_class c
    WHERE c.oid = to_regclass(c.relname) AND c.relkind = 'r' AND NOT c.relispartition AND c.relname ~ ${PATTERN}
    ORDER BY 1`.execute(db);
  return rows;
}

/** Drops a month's tables, and removes its messages from the totals and the marks; campaigns record it. */
const remove = (db: Kysely<unknown>, { name, low, high }: Month): Promise<void> =>
  withMonths(db, async (trx) => {
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
