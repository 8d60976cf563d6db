import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** Pauses an account's sending campaigns, in the caller's transaction; returns how many. */
export async function pauseAll(trx: Db, account: string): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE campaign SET status = 'paused' WHERE uuid IN (
      SELECT uuid FROM campaign WHERE account = ${account} AND status = 'sending' ORDER BY uuid FOR UPDATE)`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

/**
 * Pauses campaigns that started after their account became inactive: scheduled ones, and ones that were being prepared.
 * Those locked by another transaction wait for the next tick.
 */
export async function pauseInactive(db: Db): Promise<void> {
  await sql`
    UPDATE campaign SET status = 'paused' WHERE uuid IN (
      SELECT c.uuid FROM campaign c JOIN account a ON a.uuid = c.account
      WHERE c.status = 'sending' AND NOT a.is_active ORDER BY c.uuid FOR UPDATE OF c SKIP LOCKED)`.execute(
    db,
  );
}
