import { type RawBuilder, sql } from 'kysely';
import { FILE_DAYS } from '#schema/fileDays.ts';
import type { Db } from '../../db/database.ts';
import { Problem } from '../platform/problem.ts';
import { isSource } from './campaignSource.ts';

const GB = 1024 ** 3;
/**
 * Bytes of an account's files that nothing uses: twenty sheets of the largest size. The sheets of imports and campaigns that have
 * ended count until they are deleted, too.
 */
const UNUSED_MAX = 2 * GB;

/** SQL: whether no record, and no import or campaign that has not ended, uses the file `f`. */
export const isUnused: RawBuilder<boolean> = sql<boolean>`(NOT f.attached
  AND NOT EXISTS (SELECT FROM contact_import i WHERE i.file = f.uuid AND i.status IN ('queued', 'running'))
  AND NOT ${isSource('f.uuid')})`;

/** SQL: when the file `f` was uploaded, or its last record or import left it. The skipped rows of an import are read from it. */
export const unusedSince: RawBuilder<string> = sql<string>`greatest(f.created_at, f.detached_at,
  (SELECT max(i.finished_at) FROM contact_import i WHERE i.file = f.uuid))`;

/**
 * Throws `conflict` if so many more bytes of unused files are too much for an account. Exact only for a caller that has the
 * account locked.
 */
export async function requireRoom(db: Db, account: string, bytes: number): Promise<void> {
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(sum(size), 0)::float8 AS total FROM file f
    WHERE account = ${account} AND erased_at IS NULL AND ${isUnused}`.execute(db);
  if ((rows[0]?.total ?? 0) + bytes <= UNUSED_MAX) return;
  throw new Problem(
    'conflict',
    `Your account has ${UNUSED_MAX / GB} GB of uploaded files that nothing uses, which is the maximum. The file was not saved. Use the files that are uploaded, or try again later: unused files are deleted after ${FILE_DAYS} days.`,
  );
}
