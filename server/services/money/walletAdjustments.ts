import { sql } from 'kysely';
import type { Decision } from '#schema/secondPerson.ts';
import type { Adjusted, Adjustment } from '#schema/wallet.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { needsSecondPerson, refuseOwnAccount } from './fourEyes.ts';
import { adjustBalance, checkAdjustment } from './wallets.ts';

const AUDITED = 'admin/wallet-adjustments';

/**
 * Adjusts a wallet for staff, in the caller's transaction. Above the provider's limit it is only recorded, and waits for a
 * second person (`waits`). Throws like `checkAdjustment`, and `forbidden` for the caller's own account.
 */
export async function adjustByHand(
  trx: Db,
  caller: Caller,
  account: string,
  adjustment: Adjustment,
): Promise<Adjusted> {
  refuseOwnAccount(caller, account);
  const { amount, reason } = adjustment;
  const { name: title, before } = await checkAdjustment(trx, account, adjustment);
  if (!(await needsSecondPerson(trx, caller, account, Math.abs(amount)))) {
    return adjustBalance(trx, caller, account, adjustment);
  }
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO wallet_adjustment (account, amount, reason, asked_by)
    VALUES (${account}, ${amount}, ${reason}, ${caller.user}) RETURNING uuid`.execute(trx);
  const record = rows[0]?.uuid ?? null;
  const after = { amount, reason };
  await audit(trx, caller, { action: 'request', entity: AUDITED, record, account, title, after });
  return { before, after: before, waits: true };
}

/**
 * A second person confirms an adjustment, which changes the balance, or somebody rejects it with a reason; in the caller's
 * transaction. Of two decisions one wins. Throws `conflict` if it was decided, `forbidden` for the caller's own account and
 * if requester and confirmer are the same, and like `checkAdjustment`.
 */
export async function decideAdjustment(
  trx: Db,
  caller: Caller,
  uuid: string,
  decision: Decision,
): Promise<void> {
  const { rows } = await sql<{
    account: string;
    name: string;
    amount: number;
    reason: string;
    asked_by: string;
    status: string;
  }>`
    SELECT w.account, a.name, w.amount, w.reason, w.asked_by, w.status
    FROM wallet_adjustment w JOIN account a ON a.uuid = w.account WHERE w.uuid = ${uuid} FOR UPDATE OF w`.execute(
    trx,
  );
  const request = rows[0];
  if (!request) throw notFound();
  const { account, name: title, amount, reason } = request;
  refuseOwnAccount(caller, account);
  if (request.status !== 'pending') {
    throw new Problem('conflict', `This adjustment is already ${request.status}. Nothing was changed.`);
  }
  if (decision.status === 'confirmed') {
    if (request.asked_by === caller.user) {
      throw new Problem('forbidden', 'You asked for this adjustment, so a second person must confirm it.');
    }
    await adjustBalance(trx, caller, account, { amount, reason }, { alone: false });
  }
  const note = decision.status === 'rejected' ? decision.reason : null;
  await sql`
    UPDATE wallet_adjustment SET status = ${decision.status}, decided_by = ${caller.user}, decided_at = now(),
      note = ${note} WHERE uuid = ${uuid}`.execute(trx);
  await audit(trx, caller, {
    ...{ action: decision.status === 'confirmed' ? 'confirm' : 'reject', entity: AUDITED, record: uuid },
    ...{ account, title, before: { status: 'pending' } },
    after: { status: decision.status, amount, ...(note && { reason: note }) },
  });
}
