import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '#schema/entity.ts';
import type { Db } from '../db/database.ts';
import { builtPerShape, prepared } from '../db/preparedStatements.ts';
import { scopeOf } from '../services/access/visibleTo.ts';
import type { Caller } from '../services/platform/caller.ts';
import { isMarked, markBefore } from '../services/platform/listMarks.ts';
import { isInParts, partBefore } from '../services/platform/listParts.ts';
import { ageOrder, type ListQuery, type Reach, skipped } from './listQuery.ts';

const paging = new Set(['page', 'page_size', 'ordering', 'cursor']);

/** The names of a list's active filters, including search. */
export const filtersOf = (query: ListQuery): string[] =>
  Object.entries(query)
    .filter(([name, value]) => !paging.has(name) && value !== undefined && value !== '')
    .map(([name]) => name);

/** Whether a list is filtered. */
export const isFiltered = (query: ListQuery): boolean => filtersOf(query).length > 0;

/** Maximum exact total; above it, a filtered list only says that there are more. */
const COUNT_MAX = 10_000;

/** What is known about a counted list that is paged by number. */
export async function reachOf(
  db: Db,
  entity: Entity,
  query: ListQuery,
  table: string,
  caller: Caller,
  count: number,
): Promise<Reach> {
  const order = ageOrder(entity, query);
  const skip = skipped(query);
  if (skip >= count) return { count };
  const account = scopeOf(entity, caller);
  if (order && isMarked(table))
    return { count, mark: await markBefore(db, table, account, { count, skip, order }) };
  const given = query.ordering ?? entity.order;
  const ordering = given.replace(/^-/, '');
  if (account === null || !isInParts(table, ordering)) return { count };
  const descending = given !== ordering;
  return { count, mark: await partBefore(db, table, account, { ordering, descending, count, skip }) };
}

const totals = builtPerShape<{ n: number }>();

/** The total of a whole table from the counters: of one account, or of all. */
export async function counted(db: Db, table: string, account: string | null): Promise<{ count: number }> {
  const isAll = account === null;
  const { rows } = await totals(
    db,
    isAll ? 'all' : 'account',
    isAll ? [table] : [table, account],
    () => sql`${prepared}
      SELECT coalesce(sum(n), 0)::bigint AS n FROM row_count
      WHERE entity = ${table} AND ${isAll ? sql`true` : sql`account = ${account}`}`,
  );
  return { count: rows[0]?.n ?? 0 };
}

/** The total of a list's conditions, up to the limit. */
export async function count(
  db: Db,
  table: string,
  conditions: RawBuilder<unknown>,
): Promise<{ count: number; count_is_minimum?: true }> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (SELECT 1 FROM ${sql.table(table)} t WHERE ${conditions} LIMIT ${COUNT_MAX + 1}) found`.execute(
    db,
  );
  const n = rows[0]?.n ?? 0;
  return n > COUNT_MAX ? { count: COUNT_MAX, count_is_minimum: true } : { count: n };
}
