import { type RawBuilder, sql } from 'kysely';

/** SQL that compares a record's time with the one that was read, to the millisecond; true if none was stated. */
export const isUnchangedSince = (
  column: 'submitted_at' | 'updated_at',
  seen: string | null,
): RawBuilder<boolean> =>
  sql<boolean>`(${seen}::timestamptz IS NULL OR
    date_trunc('milliseconds', ${sql.ref(column)}) = date_trunc('milliseconds', ${seen}::timestamptz))`;
