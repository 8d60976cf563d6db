import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { invalidField } from './problem.ts';
export async function requireDocument(db: Db, account: string, uuid: string, field: string): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM file WHERE uuid = ${uuid} AND account = ${account}`.execute(db);
  if (!rows[0]) throw invalidField(field, 'There is no such file. Upload it again.');
}
