import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { invalidField } from '../platform/problem.ts';

/** The name of an account's approved sender identity. Throws an error of the field `sender`. */
export async function senderName(db: Db, account: string, uuid: string): Promise<string> {
  const { rows } = await sql<{ name: string; status: string }>`
    SELECT name, status FROM sender_identity WHERE uuid = ${uuid} AND account = ${account}`.execute(db);
  if (!rows[0]) throw invalidField('sender', 'This sender ID does not exist.');
  if (rows[0].status !== 'approved') throw invalidField('sender', 'This sender ID is not approved.');
  return rows[0].name;
}
