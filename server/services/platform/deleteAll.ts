import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** Rows of one statement, which has two minutes: there may be millions after a night without a worker. */
const BATCH = 5000;

/** Deletes the rows of a table, `t`, that meet a condition, in statements of bounded size. */
export async function deleteAll(db: Db, table: string, condition: RawBuilder<unknown>): Promise<void> {
  const some = sql`
    DELETE FROM ${sql.table(table)} WHERE ctid = ANY(ARRAY(
      SELECT t.ctid FROM ${sql.table(table)} t WHERE ${condition} LIMIT ${BATCH}))`;
  while ((await some.execute(db)).numAffectedRows === BigInt(BATCH)) {}
}
