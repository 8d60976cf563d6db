import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { FileGone, type Files } from './files.ts';

/**
 * Whether the store lacks the newest file in the database: then it does not belong to this database, for example another
 * machine's folder, or it was missing from a restored backup. Throws the store's errors.
 */
export async function lacksNewestFile(db: Db, files: Files): Promise<boolean> {
  const { rows } = await sql<{ path: string }>`
    SELECT path FROM file WHERE erased_at IS NULL ORDER BY uuid DESC LIMIT 1`.execute(db);
  const newest = rows[0];
  if (!newest) return false;
  try {
    (await files.read(newest.path)).destroy();
    return false;
  } catch (error) {
    if (error instanceof FileGone) return true;
    throw error;
  }
}
