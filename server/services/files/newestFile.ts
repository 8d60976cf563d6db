import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { FileGone, type Files } from './files.ts';

/**
 * Whether the store lacks the file that the database knows as its newest: then it is not this database's store,
 * such as the folder of another machine, or it was left out when a backup came back. Throws what the store throws.
 */
export async function lacksNewestFile(db: Db, files: Files): Promise<boolean> {
  const { rows } = await sql<{ path: string }>`SELECT path FROM file ORDER BY uuid DESC LIMIT 1`.execute(db);
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
