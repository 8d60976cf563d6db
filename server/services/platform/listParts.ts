import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Mark } from './listMarks.ts';
import { NIL_UUID } from './uuidBounds.ts';

/**
 * Lists counted in parts, with the text columns that they are sorted by besides age. The migration of 0039 has their
 * triggers.
 */
const inParts = { contact: { name: 'default', phone: 'C' } } as const;
type Counted = keyof typeof inParts;

/** Rows of a part when it is made; one of twice as many is divided. */
const SIZE = 1000;
/** Shorter lists are skipped through as fast. */
const LEAST = 10_000;
/** Parts made in one transaction, during which nobody can write rows of the account. */
const AT_ONCE = 50;

/** Whether an order of a table's list is counted in parts. */
export const isInParts = (table: string, ordering: string): table is Counted =>
  table in inParts && (ordering === 'created_at' || ordering in inParts[table as Counted]);

/** The value that a list is sorted by, and where it is compared: the column's own collation decides. */
function sortOf(table: Counted, ordering: string) {
  const collation = (inParts[table] as Record<string, string>)[ordering];
  const isText = collation !== undefined;
  return {
    /** Of a row `t`. */
    value: isText ? sql`${sql.ref(`t.${ordering}`)}` : sql`''`,
    /** Of a part `p`. */
    key: collation === 'C' ? sql`p.key COLLATE "C"` : sql`p.key`,
    after: (key: string, uuid: string): RawBuilder<unknown> =>
      isText ? sql`(${sql.ref(`t.${ordering}`)}, t.uuid) >= (${key}, ${uuid}::uuid)` : sql`t.uuid >= ${uuid}`,
    by: isText ? sql`${sql.ref(`t.${ordering}`)}, t.uuid` : sql`t.uuid`,
  };
}

/** Changes that are not added yet, by part. */
const changes = (table: Counted, account: string): RawBuilder<unknown> => sql`(
  SELECT part, sum(n) AS n FROM list_part_change WHERE entity = ${table} AND account = ${account} GROUP BY part)`;

/**
 * Where to start in an account's list to skip `skip` rows. Undefined where that would not be nearer than the list's own ends,
 * and if the list is not counted in parts.
 */
export async function partBefore(
  db: Db,
  table: Counted,
  account: string,
  {
    ordering,
    descending,
    count,
    skip,
  }: { ordering: string; descending: boolean; count: number; skip: number },
): Promise<Mark | undefined> {
  if (Math.min(skip, count - skip) <= SIZE) return undefined;
  const { key } = sortOf(table, ordering);
  // As many rows from the start of the list as are before the page, in the list's own direction.
  const wanted = descending ? sql`total - ${skip}` : sql`${skip}::bigint`;
  const near = descending
    ? sql`before >= ${wanted} ORDER BY before`
    : sql`before <= ${wanted} ORDER BY before DESC`;
  // Whoever counts wrongly gets no page from it: the sum is compared with the list's own total.
  const { rows } = await sql<{ key: string; uuid: string; past: number }>`
    SELECT p.key, p.uuid, abs(before - (${wanted}))::int AS past FROM (
      SELECT p.key, p.uuid, sum(p.rows + coalesce(c.n, 0)) OVER () AS total,
        sum(p.rows + coalesce(c.n, 0)) OVER (ORDER BY ${key}, p.uuid) - p.rows - coalesce(c.n, 0) AS before
      FROM list_part p LEFT JOIN ${changes(table, account)} c ON c.part = p.id
      WHERE p.entity = ${table} AND p.account = ${account} AND p.ordering = ${ordering}) p
    WHERE total = (SELECT n FROM row_count WHERE account = ${account} AND entity = ${table}) AND ${near} LIMIT 1`.execute(
    db,
  );
  return rows[0] && { ...rows[0], isOutside: descending };
}

/** Counts long lists in parts, and divides those that have become too large. */
export async function keepParts(db: Kysely<unknown>, { size = SIZE, least = LEAST } = {}): Promise<void> {
  for (const table of Object.keys(inParts) as Counted[]) {
    const { rows } = await sql<{ account: string }>`
      SELECT account FROM row_count WHERE entity = ${table} AND n >= ${least}
      UNION SELECT account FROM list_part WHERE entity = ${table}`.execute(db);
    for (const { account } of rows) {
      while (await db.transaction().execute((trx) => divide(trx, table, account, size))) {}
    }
  }
}

/**
 * Adds the changes to an account's parts and divides one of them; returns whether there may be more to do. Does nothing while
 * somebody writes rows of the account.
 */
async function divide(trx: Db, table: Counted, account: string, size: number): Promise<boolean> {
  const { rows: locked } = await sql<{ is: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext(${`list_part ${table}`}), list_part_lock(${account})) AS is`.execute(
    trx,
  );
  // The statements after this one see everything that was written under the lock.
  if (!locked[0]?.is) return false;
  await addChanges(trx, table, account);
  await requireParts(trx, table, account, size);
  const { rows } = await sql<{ id: number; ordering: string; key: string; uuid: string; rows: number }>`
    SELECT id, ordering, key, uuid, rows FROM list_part
    WHERE entity = ${table} AND account = ${account} AND rows > ${2 * size} LIMIT 1`.execute(trx);
  const part = rows[0];
  if (!part) return false;
  const { value, after, by } = sortOf(table, part.ordering);
  const { rows: made } = await sql<{ n: number }>`
    WITH made AS (
      INSERT INTO list_part (entity, account, ordering, key, uuid, rows)
      SELECT ${table}, ${account}, ${part.ordering}, key, uuid,
        CASE WHEN lead(uuid) OVER (ORDER BY n) IS NULL THEN ${part.rows}::bigint - (n - 1) ELSE ${size} END
      FROM (
        SELECT ${value} AS key, t.uuid, row_number() OVER (ORDER BY ${by}) AS n FROM ${sql.table(table)} t
        WHERE t.account = ${account} AND ${after(part.key, part.uuid)}
        ORDER BY ${by} LIMIT ${Math.min(part.rows, AT_ONCE * size + 1)}) read
      WHERE n > 1 AND (n - 1) % ${size}::int = 0 RETURNING id)
    SELECT count(*) AS n FROM made`.execute(trx);
  if (!made[0]?.n) return false;
  await sql`UPDATE list_part SET rows = ${size} WHERE id = ${part.id}`.execute(trx);
  return true;
}

/** Adds what has changed; parts whose first row is gone belong to the ones before them. */
async function addChanges(trx: Db, table: Counted, account: string): Promise<void> {
  const { rows } = await sql<{ part: number; gone: boolean }>`
    WITH added AS (
      DELETE FROM list_part_change WHERE entity = ${table} AND account = ${account} RETURNING part, n, gone
    ), sums AS (
      SELECT part, sum(n) AS n, bool_or(gone) AS gone FROM added GROUP BY part
    )
    UPDATE list_part p SET rows = p.rows + s.n FROM sums s WHERE p.id = s.part RETURNING s.part, s.gone`.execute(
    trx,
  );
  for (const { part, gone } of rows) {
    if (!gone) continue;
    await sql`
      WITH gone AS (
        DELETE FROM list_part WHERE id = ${part} RETURNING ordering, key, uuid, rows
      )
      UPDATE list_part SET rows = list_part.rows + gone.rows FROM gone WHERE id = (
        SELECT id FROM list_part p
        WHERE p.entity = ${table} AND p.account = ${account} AND p.ordering = gone.ordering AND p.id <> ${part}
          AND CASE WHEN gone.ordering = 'phone' THEN (p.key COLLATE "C", p.uuid) < (gone.key COLLATE "C", gone.uuid)
                   ELSE (p.key, p.uuid) < (gone.key, gone.uuid) END
        ORDER BY CASE WHEN gone.ordering = 'phone' THEN p.key END COLLATE "C" DESC, p.key DESC, p.uuid DESC LIMIT 1)`.execute(
      trx,
    );
  }
}

/** Begins with one part for each order, and again if the parts do not add up to the list or are too many. */
async function requireParts(trx: Db, table: Counted, account: string, size: number): Promise<void> {
  const orders = ['created_at', ...Object.keys(inParts[table])];
  const { rows } = await sql<{ total: number; parts: number; agree: boolean }>`
    SELECT c.n AS total, coalesce(sum(p.parts), 0)::int AS parts,
      count(p.ordering) = ${orders.length} AND coalesce(bool_and(p.rows = c.n), false) AS agree
    FROM row_count c LEFT JOIN (
      SELECT ordering, count(*) AS parts, sum(rows) AS rows FROM list_part
      WHERE entity = ${table} AND account = ${account} GROUP BY ordering) p ON true
    WHERE c.account = ${account} AND c.entity = ${table} GROUP BY c.n`.execute(trx);
  const [found] = rows;
  if (!found) return;
  if (found.agree && found.parts <= orders.length * (4 + (4 * found.total) / size)) return;
  await sql`DELETE FROM list_part WHERE entity = ${table} AND account = ${account}`.execute(trx);
  await sql`
    INSERT INTO list_part (entity, account, ordering, key, uuid, rows)
    SELECT ${table}, ${account}, ordering, '', ${NIL_UUID}, ${found.total}
    FROM unnest(${orders}::text[]) AS ordering`.execute(trx);
}
