import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { markOf } from './identity.ts';
import { microseconds } from './processes.ts';

/** What a database knows of the process that asks, in microseconds since 1970; null: nothing. */
export interface Marks {
  /** The newest mark of its trace. */
  marked: number | null;
  /** When the newest failover on which an administrator has decided was noticed. */
  decided: number | null;
}

/** SQL of `Marks`, for a SELECT. */
export const marksOf = (trace: string | null): RawBuilder<Marks> => sql<Marks>`
  (SELECT ${microseconds(sql`marked_at`)} FROM sending_mark WHERE trace = ${trace}) AS marked,
  (SELECT max(${microseconds(sql`noticed_at`)}) FROM failover WHERE is_other_cluster AND resumed_at IS NOT NULL) AS decided`;

export async function readMarks(db: Db, trace: string): Promise<Marks> {
  const { rows } = await sql<Marks>`SELECT ${marksOf(trace)}`.execute(db);
  return rows[0] as Marks;
}

/**
 * Whether an administrator has decided on the way back from a later state since that state was marked: a process that starts
 * afterwards, as on a host that was off, stops nothing again.
 */
export const isDecided = (later: string, { decided }: Marks): boolean =>
  decided !== null && decided > (markOf(later) ?? Number.POSITIVE_INFINITY);

/** Marks the database. Resolves with the mark, which is later than all earlier ones of this trace that it knows. */
export async function writeMark(db: Db, trace: string): Promise<number> {
  const { rows } = await sql<{ marked: number }>`
    INSERT INTO sending_mark AS m (trace) VALUES (${trace})
    ON CONFLICT (trace) DO UPDATE SET marked_at = greatest(clock_timestamp(), m.marked_at + interval '1 microsecond')
    RETURNING ${microseconds(sql`marked_at`)} AS marked`.execute(db);
  return (rows[0] as { marked: number }).marked;
}
