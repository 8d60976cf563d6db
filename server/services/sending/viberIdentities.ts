import { sql } from 'kysely';
import type { ViberDecision } from '#schema/viberIdentity.ts';
import type { Db } from '../../db/database.ts';
import { viberPrices } from '../money/viberPricing.ts';
import type { Caller } from '../platform/caller.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { destinationOf } from './destination.ts';

const IN_USE =
  'A campaign that has not ended is sent with this Viber identity. Cancel it first, or wait until it has ended.';

/**
 * Whether an account can send over Viber now, apart from its identity: there are a link and a price for at least one operator.
 * A campaign with recipients of an operator without a price is refused (quoteViber).
 */
export async function takesViber(db: Db, account: string): Promise<boolean> {
  const [prices, { kind }] = await Promise.all([viberPrices(db, account), destinationOf(db, 'viber')]);
  return prices.length > 0 && kind !== 'none';
}

/** Deletes a name, in the caller's transaction. Throws `conflict` while a campaign is to be sent with it. */
export async function deleteViber(trx: Db, uuid: string): Promise<void> {
  // Waits for campaigns that are being accepted (approvedSender.ts).
  await sql`SELECT FROM viber_identity WHERE uuid = ${uuid} FOR UPDATE`.execute(trx);
  const { rows } = await sql`
    SELECT FROM viber_identity v JOIN campaign c ON c.account = v.account AND c.viber = v.name
    WHERE v.uuid = ${uuid} AND v.status = 'approved' AND c.status NOT IN ('completed', 'cancelled', 'failed')
    LIMIT 1`.execute(trx);
  if (rows.length > 0) throw new Problem('conflict', IN_USE);
  await sql`DELETE FROM viber_identity WHERE uuid = ${uuid}`.execute(trx);
}

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
