import { type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { builtPerShape } from '../db/preparedStatements.ts';
import type { orderOf } from './listQuery.ts';

/**
 * Runs the statement of a list's page of the usual size, without filters: its text is built once per order, direction and
 * scope (`scopeOf`), because building it takes a tenth of such a request. `columns` are what it selects first. It may run
 * on a standby of `db`.
 */
export function usualPages<R>(db: Db, columns: RawBuilder<unknown>) {
  const run = builtPerShape<R>();
  const { parameters } = sql`SELECT ${columns}`.compile(db);
  return (
    on: Kysely<unknown>,
    scope: string | null,
    { shape, values }: Pick<ReturnType<typeof orderOf>, 'shape' | 'values'>,
    build: () => RawBuilder<R>,
  ): Promise<QueryResult<R>> =>
    scope === null
      ? run(on, `all ${shape}`, [...parameters, ...values], build)
      : run(on, `account ${shape}`, [...parameters, scope, ...values], build);
}
