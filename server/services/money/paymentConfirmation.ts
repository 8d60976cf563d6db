import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { needsSecondPerson, refuseOwnAccount } from './fourEyes.ts';
import type { Seller } from './invoices.ts';
import { type Confirmation, checkConfirmation } from './paymentReview.ts';
import { AUDITED, confirmPayment } from './payments.ts';

interface Found {
  account: string;
  amount: number;
  status: string;
  first_by: string | null;
}

async function paymentOf(db: Db, uuid: string, lock = sql``): Promise<Found> {
  const { rows } = await sql<Found>`
    SELECT account, amount, status, first_by FROM payment_reference WHERE uuid = ${uuid} ${lock}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Throws `forbidden` for a payment of the caller's own account, and `not_found`. */
export async function refuseOwnPayment(db: Db, caller: Caller, uuid: string): Promise<void> {
  refuseOwnAccount(caller, (await paymentOf(db, uuid)).account);
}

/**
 * Staff confirm that the money of a pending payment has come, in the caller's transaction; returns the payment's account.
 * The caller has called `refuseOwnPayment` before. Above the provider's limit the first confirmation is recorded and the
 * payment waits for a second person. Throws like `checkConfirmation` and `confirmPayment`, and `conflict` for the same
 * person again.
 */
export async function confirmByHand(
  trx: Db,
  caller: Caller,
  uuid: string,
  { seller, ...given }: Confirmation & { seller: Seller | null },
): Promise<string> {
  const { account, amount, status, first_by } = await paymentOf(trx, uuid, sql`FOR UPDATE`);
  const found = await checkConfirmation(trx, uuid, given);
  const isFirst = status === 'pending' && first_by === null;
  if (isFirst && (await needsSecondPerson(trx, caller, account, amount))) {
    const { reference = null } = found;
    await sql`
      UPDATE payment_reference SET first_by = ${caller.user}, first_at = now(),
        reference = coalesce(${reference}, reference)
      WHERE uuid = ${uuid}`.execute(trx);
    const after = { amount, ...(reference && { reference }) };
    await audit(trx, caller, { action: 'confirm-first', entity: AUDITED, record: uuid, account, after });
    return account;
  }
  if (status === 'pending' && first_by === caller.user) {
    throw new Problem(
      'conflict',
      'You have confirmed this payment. It is above the limit, so a second person must confirm it too.',
    );
  }
  return confirmPayment(trx, uuid, { by: caller, seller, ...found });
}
