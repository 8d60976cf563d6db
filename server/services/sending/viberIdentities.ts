import { sql } from 'kysely';
import type { ViberDecision } from '#schema/viberIdentity.ts';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../platform/caller.ts';
import { notFound, Problem } from '../platform/problem.ts';

/**
 * Records Viber's answer about a pending name, in the caller's transaction: of two concurrent decisions one wins and the
 * other gets `conflict`.
 */
export async function decideViber(
  trx: Db,
  { user }: Caller,
  uuid: string,
  { status, reason }: ViberDecision,
): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE viber_identity
    SET status = ${status}, reason = ${status === 'rejected' ? reason : null}, decided_by = ${user}, decided_at = now()
    WHERE uuid = ${uuid} AND status = 'pending'`.execute(trx);
  if (numAffectedRows) return;
  const { rows } = await sql<{ status: string }>`
    SELECT status FROM viber_identity WHERE uuid = ${uuid}`.execute(trx);
  if (!rows[0]) throw notFound();
  throw new Problem('conflict', `This Viber identity is already ${rows[0].status}. Nothing was changed.`);
}
