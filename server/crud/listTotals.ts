import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '#schema/entity.ts';
import { isStaff } from '#schema/permissions.ts';
import type { Db } from '../db/database.ts';
import { prepared } from '../db/preparedStatements.ts';
import type { Caller } from '../services/platform/caller.ts';
import { isMarked, markBefore } from '../services/platform/listMarks.ts';
import { ageOrder, type ListQuery, type Reach, skipped } from './listQuery.ts';

const paging = new Set(['page', 'page_size', 'ordering', 'cursor']);

/** The names of a list's active filters, including search. */
export const filtersOf = (asked: ListQuery): string[] =>
  Object.entries(asked)
    .filter(([name, value]) => !paging.has(name) && value !== undefined && value !== '')
    .map(([name]) => name);

/** Whether a list is filtered. */
export const isFiltered = (asked: ListQuery): boolean => filtersOf(asked).length > 0;

/** Maximum exact total; above it, a filtered list only says that there are more. */
const COUNT_MAX = 10_000;

/** What is known about a counted list that is paged by number. */
export async function reachOf(
  db: Db,
  entity: Entity,
  asked: ListQuery,
  table: string,
  caller: Caller,
  count: number,
): Promise<Reach> {
  const order = ageOrder(entity, asked);
  const skip = skipped(asked);
  if (!order || !isMarked(table) || skip >= count) return { count };
  const account = entity.tenancy === 'staff' && isStaff(caller.role) ? null : caller.account;
  return { count, mark: await markBefore(db, table, account, { count, skip, order }) };
}

/** The caller's total of a whole table, from the counters. */
export async function counted(
  db: Db,
  table: string,
  visible: RawBuilder<unknown>,
): Promise<{ count: number }> {
  const { rows } = await sql<{ n: number }>`${prepared}
    SELECT coalesce(sum(n), 0)::bigint AS n FROM row_count t WHERE entity = ${table} AND ${visible}`.execute(
    db,
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
