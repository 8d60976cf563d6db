import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '#schema/entity.ts';
import type { Read } from '../services/platform/standbyReads.ts';
import { type ListQuery, orderOf } from './listQuery.ts';

const PAGE = 2000;

/**
 * All rows of a list in order, page by page. Each page costs the same and starts where the last one ended, so neither
 * memory nor a transaction grows with the list. `t` is the table. Each is read by itself, so that a standby may break one
 * off.
 */
export async function* listPages<R extends { uuid: string }>(
  read: Read,
  entity: Entity,
  {
    table,
    columns,
    conditions,
  }: { table: string; columns: RawBuilder<unknown>; conditions: RawBuilder<unknown> },
  ordering?: string,
): AsyncGenerator<R[], void, void> {
  let cursor: string | undefined;
  do {
    const order = orderOf(entity, { page: 1, page_size: PAGE, ordering, cursor } as ListQuery);
    const { key, by, after } = order.clauses();
    const statement = sql<R & Record<string, unknown>>`
      SELECT ${columns}${key} FROM ${sql.table(table)} t WHERE ${conditions} AND ${after}
      ORDER BY ${by} LIMIT ${order.take}`;
    const { rows } = await read((db) => statement.execute(db));
    const { next, results } = order.slice(rows, '');
    if (results.length > 0) yield results as R[];
    cursor = next ? (new URLSearchParams(next.slice(1)).get('cursor') as string) : undefined;
  } while (cursor);
}
