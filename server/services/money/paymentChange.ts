import { sql } from 'kysely';
import {
  manualMethods,
  needsReference,
  type PaymentChange,
  type PaymentMethod,
  type PaymentState,
} from '#schema/paymentReference.ts';
import type { Db } from '../../db/database.ts';
import { adoptDocument, releaseDocuments, requireDocument } from '../files/documents.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { refuseTaken } from './paymentReview.ts';
import { AUDITED, CONFIRMED_FIRST } from './payments.ts';

interface Found {
  account: string;
  status: PaymentState;
  method: PaymentMethod;
  reference: string | null;
  receipt: string | null;
  note: string | null;
  first_by: string | null;
  title: string | null;
}

/**
 * Changes the number and receipt of a pending manual payment of the caller's account, in the caller's transaction. Throws
 * `conflict` for a payment that is decided, confirmed by a first person, or not paid by hand; `invalid` for a missing or
 * used number, and for an invalid receipt.
 */
export async function changePayment(
  trx: Db,
  caller: Caller,
  uuid: string,
  change: PaymentChange,
  by: 'customer' | 'staff' = 'customer',
): Promise<void> {
  const { rows } = await sql<Found>`
    SELECT account, status, method, reference, receipt, note, first_by, coalesce(package_name, reference) AS title
    FROM payment_reference
    WHERE uuid = ${uuid} AND (${by === 'staff'} OR account = ${caller.account}) FOR UPDATE`.execute(trx);
  if (!rows[0]) throw notFound();
  const { account, status, method, first_by, title, ...before } = rows[0];
  if (status !== 'pending') {
    throw new Problem('conflict', `This payment is already ${status}. Nothing was changed.`);
  }
  if (!manualMethods.some((manual) => manual === method)) {
    throw new Problem('conflict', 'The payment service gives this payment its number. Nothing was changed.');
  }
  if (first_by !== null) throw new Problem('conflict', CONFIRMED_FIRST[by]);
  const after = {
    reference: change.reference || null,
    receipt: change.receipt ?? null,
    // Older programs do not know the note, so leaving it out does not delete it.
    note: change.note === undefined ? before.note : change.note || null,
  };
  if (!after.reference && needsReference(method)) {
    throw new Problem('invalid', 'Some fields are not correct.', { errors: { reference: ['Required'] } });
  }
  if (after.receipt && after.receipt !== before.receipt) {
    if (by === 'staff') await adoptDocument(trx, caller, account, after.receipt);
    await requireDocument(trx, account, after.receipt, 'receipt');
  }
  if (after.reference) await refuseTaken(trx, { account, method, reference: after.reference, but: uuid });
  await sql`
    UPDATE payment_reference SET reference = ${after.reference}, receipt = ${after.receipt}, note = ${after.note}
    WHERE uuid = ${uuid}`.execute(trx);
  await releaseDocuments(trx, [before.receipt]);
  await audit(trx, caller, {
    action: 'update',
    entity: AUDITED,
    record: uuid,
    account,
    title,
    before,
    after,
  });
}
