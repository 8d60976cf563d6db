import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Entity, one } from '#schema/entity.ts';
import type { Db } from '../db/database.ts';
import type { App, Deps } from '../deps.ts';
import { audit } from '../services/platform/audit.ts';
import type { Caller } from '../services/platform/caller.ts';
import { Problem } from '../services/platform/problem.ts';
import { type Columns, createQuery, type ListQuery, type Search, where } from './listQuery.ts';
import { isFiltered } from './listTotals.ts';

interface Matching {
  /** The entity's path or an alias of it. */
  path: string;
  table: string;
  columns?: Columns | undefined;
  search?: ((caller: Caller) => Search) | undefined;
  lockFirst?: ((trx: Db, caller: Caller) => Promise<void>) | undefined;
  /** The condition on the rows that a caller may see. */
  seen(caller: Caller, query: ListQuery): RawBuilder<unknown>;
  /** How a module deletes one record, which may refuse. A filter would not ask it, so such an entity has no route here. */
  remove?: unknown;
}

/**
 * DELETE on an entity's collection (ours): deletes what the filters match, needs at least one filter, and answers
 * `{data: {deleted}}` with the number of deleted records.
 */
export function deleteMatching(
  app: App,
  { db }: Pick<Deps, 'db'>,
  entity: Entity,
  { path, table, columns, search, seen, remove, lockFirst }: Matching,
): void {
  if (remove) throw new Error(`A filter would delete records of ${entity.name} that must stay.`);
  app.delete(
    path,
    {
      config: { access: entity.write ?? entity.read },
      schema: {
        tags: [entity.name, 'ours'],
        querystring: createQuery(entity),
        response: { 200: one(z.object({ deleted: z.int() })) },
      },
    },
    async (request) => {
      const query = request.query as ListQuery;
      if (!isFiltered(query)) {
        throw new Problem('invalid', 'Say which records to delete, with at least one filter.');
      }
      const { caller } = request;
      const deleted = await db.transaction().execute(async (trx) => {
        await lockFirst?.(trx, caller);
        const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)} t
          WHERE ${seen(caller, query)} AND ${where(entity, query, search?.(caller), columns)}`.execute(trx);
        const n = Number(numAffectedRows);
        const account = entity.tenancy === 'everyone' ? { account: null } : {};
        const before = { deleted: n, filter: query };
        if (n > 0) await audit(trx, caller, { action: 'delete', entity: entity.name, before, ...account });
        return n;
      });
      return { data: { deleted } };
    },
  );
}
