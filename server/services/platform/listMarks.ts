import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { NIL_UUID } from './uuidBounds.ts';

/** Tables whose rows are deleted only here (`removeMarks`, `unmark`): otherwise a row's position stays. */
const marked = ['message'] as const;
type Marked = (typeof marked)[number];

/** Rows between two marks: the most that a page number has to skip once the rows are marked. */
const STEP = 1000;
/** Rows read in one statement. */
const AT_ONCE = 100_000;
const EVERYONE = NIL_UUID;

/** A row near a page of a list, and how many rows lie between it and the page's first. */
export interface Mark {
  uuid: string;
  past: number;
  /** The row's value of the column that the list is sorted by, if it is not sorted by age. */
  key?: string;
  /** The list begins after the row, not with it. */
  isOutside?: boolean;
}

interface Place {
  uuid: string;
  /** From 1, by age, among its account's rows or everyone's. */
  place: number;
}

/** Whether a table's rows are marked. */
export const isMarked = (table: string): table is Marked => marked.some((name) => name === table);

/**
 * The mark to start from in a list by age of `count` rows, to skip `skip` of them. Undefined if there is no earlier mark
 * and so few rows that none is needed. `account` is null for the list of everyone's rows.
 */
export async function markBefore(
  db: Db,
  table: Marked,
  account: string | null,
  { count, skip, order }: { count: number; skip: number; order: 'newest' | 'oldest' },
): Promise<Mark | undefined> {
  const isNewest = order === 'newest';
  const wanted = isNewest ? count - skip : skip + 1;
  const near = isNewest
    ? sql`place >= ${wanted} ORDER BY place`
    : sql`place <= ${wanted} ORDER BY place DESC`;
  const { rows } = await sql<Place>`
    SELECT uuid, place FROM list_mark
    WHERE entity = ${table} AND account = ${account ?? EVERYONE} AND ${near} LIMIT 1`.execute(db);
  return rows[0] && { uuid: rows[0].uuid, past: Math.abs(rows[0].place - wanted) };
}

/** Marks new rows; each is read once, using an index. */
export async function keepMarks(db: Db): Promise<void> {
  for (const table of marked) {
    const { rows } = await sql<Place & { account: string }>`
      SELECT c.account, coalesce(last.uuid, ${EVERYONE}) AS uuid, coalesce(last.place, 0) AS place
      FROM (
        SELECT account, n FROM row_count WHERE entity = ${table}
        UNION ALL SELECT ${EVERYONE}, coalesce(sum(n), 0) FROM row_count WHERE entity = ${table}
      ) c LEFT JOIN LATERAL (
        SELECT uuid, place FROM list_mark m WHERE m.entity = ${table} AND m.account = c.account
        ORDER BY place DESC LIMIT 1) last ON true
      WHERE c.n >= coalesce(last.place, 0) + ${STEP}::int`.execute(db);
    for (const { account, ...last } of rows) await markOn(db, table, account, last);
  }
}

/**
 * Marks an account's rows from a mark on. Rows of the last minute wait, and so do those since the start of a transaction
 * that still writes: one of its rows might still be placed before a mark.
 */
async function markOn(db: Db, table: Marked, account: string, from: Place): Promise<void> {
  const own: RawBuilder<unknown> = account === EVERYONE ? sql`true` : sql`account = ${account}`;
  for (let last: Place | null = from; last; ) {
    const { rows }: { rows: Place[] } = await sql<Place>`
      WITH walked AS MATERIALIZED (
        SELECT uuid, ${last.place}::bigint + row_number() OVER (ORDER BY uuid) AS place FROM (
          SELECT uuid FROM ${sql.table(table)} WHERE ${own} AND uuid > ${last.uuid} AND uuid < uuid_floor((
            SELECT least(min(xact_start), now()) - interval '1 minute' FROM pg_stat_activity
            WHERE datname = current_database() AND backend_xid IS NOT NULL))
          ORDER BY uuid LIMIT ${AT_ONCE}) next
      ), marks AS (
        INSERT INTO list_mark (entity, account, uuid, place)
        SELECT ${table}, ${account}, uuid, place FROM walked WHERE place % ${STEP}::int = 0
        ON CONFLICT DO NOTHING
      )
      SELECT uuid, place FROM walked ORDER BY place OFFSET ${AT_ONCE - 1}`.execute(db);
    last = rows[0] ?? null;
  }
}

/**
 * Removes the marks of rows that are being deleted, from `low` to before `high`, in the caller's transaction; newer rows'
 * positions decrease by the number of their account's deleted rows.
 */
export async function removeMarks(
  trx: Db,
  table: Marked,
  { low, high, gone }: { low: string; high: string; gone: readonly { account: string; n: number }[] },
): Promise<void> {
  const all = gone.reduce((sum, { n }) => sum + n, 0);
  await sql`DELETE FROM list_mark WHERE entity = ${table} AND uuid >= ${low} AND uuid < ${high}`.execute(trx);
  await sql`
    UPDATE list_mark m SET place = place - g.n
    FROM jsonb_to_recordset(${JSON.stringify([...gone, { account: EVERYONE, n: all }])}::jsonb) AS g(account uuid, n bigint)
    WHERE m.entity = ${table} AND m.account = g.account AND m.uuid >= ${high}`.execute(trx);
}

/**
 * Removes the marks of an account's deleted rows (`uuids`, oldest first), in the transaction that deletes them. Rows after
 * them move up by as many as were before them.
 */
export async function unmark(
  trx: Db,
  table: Marked,
  account: string,
  uuids: readonly string[],
): Promise<void> {
  const [first, last] = [uuids[0], uuids.at(-1)];
  if (first === undefined || last === undefined) return;
  const lists = sql`m.entity = ${table} AND m.account IN (${account}, ${EVERYONE})`;
  await sql`DELETE FROM list_mark m WHERE ${lists} AND m.uuid = ANY(${uuids}::uuid[])`.execute(trx);
  await sql`
    UPDATE list_mark m SET place = place - (
      SELECT count(*) FROM unnest(${uuids}::uuid[]) AS gone(uuid) WHERE gone.uuid < m.uuid)
    WHERE ${lists} AND m.uuid > ${first} AND m.uuid < ${last}`.execute(trx);
  await sql`
    UPDATE list_mark m SET place = place - ${uuids.length}::int
    WHERE ${lists} AND m.uuid > ${last}`.execute(trx);
}
