import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** Ends every link mailed to a user: for a new password, and to confirm a new address. */
export async function endMailedLinks(trx: Db, user: string): Promise<void> {
  await sql`DELETE FROM password_reset WHERE "user" = ${user}`.execute(trx);
  await sql`DELETE FROM address_change WHERE "user" = ${user}`.execute(trx);
}
