import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** SQL that has all workers look for messages to send, once its transaction is committed. */
export const wake = sql`pg_notify('dispatch', '')`;

export async function wakeWorkers(db: Db): Promise<void> {
  await sql`SELECT ${wake}`.execute(db);
}
