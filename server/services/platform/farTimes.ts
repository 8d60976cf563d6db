import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/**
 * SQL: whether a time of what has happened can be right. One that is more than a minute ahead was written by a clock of the
 * database that was put back since; by less it may be later than the `now()` of a transaction that began before.
 */
export const hasCome = (time: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${time} < now() + interval '1 minute'`;

/** SQL: whether something was within the last minutes or hours. What a clock counted that was put back since was not. */
export const isWithinLast = (time: RawBuilder<unknown>, span: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${time} > clock_timestamp() - ${span} AND ${time} <= clock_timestamp())`;

/**
 * Brings back the times of rows that are further away than they can be: a clock of the database wrote them that was ahead, and
 * was put back since. They are as far away then as they can be, so that nobody takes what somebody else has in hand. `which`: a
 * condition, without an alias.
 */
export async function bringBack(
  db: Db,
  [table, column]: [table: string, column: string],
  which: RawBuilder<unknown>,
  longest: RawBuilder<unknown>,
): Promise<void> {
  const time = sql.ref(column);
  await sql`
    UPDATE ${sql.table(table)} SET ${time} = now() + ${longest} WHERE ${which} AND ${time} > now() + ${longest}`.execute(
    db,
  );
}

/** For records of long jobs, which are touched as long as somebody works on them: a future touch counts as one of now. */
export const bringBackTouch = (
  db: Db,
  table: 'contact_import' | 'account_export' | 'erasure',
): Promise<void> =>
  bringBack(db, [table, 'updated_at'], sql`status IN ('queued', 'running')`, sql`interval '0'`);
