import { sql } from 'kysely';
import { needsReference, onlineMethods } from '#schema/paymentReference.ts';
import type { PossibleDuplicate } from '#schema/paymentReview.ts';
import type { Db } from '../../db/database.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import { isUnchangedSince } from '../platform/unchangedSince.ts';

export interface Confirmation {
  /** The bank's number, if the payment has none yet. */
  reference?: string | null | undefined;
  /** The `updated_at` that the reviewer has read. */
  updated_at?: string | null | undefined;
  /** Whether the reviewer knows of the other payments with this number. */
  duplicate?: boolean | null | undefined;
}

/**
 * Checks before a person confirms a pending payment, in the confirming transaction: its number, and other confirmed
 * payments with that number. Returns the new number. Throws `invalid` for a number that is missing or cannot be changed,
 * `duplicate` with the other payments (`data`) unless the reviewer knows of them, and `conflict` if the customer has
 * changed it since it was read. Decided or missing payments are left to the confirmation.
 */
export async function checkConfirmation(
  trx: Db,
  uuid: string,
  { reference, duplicate, updated_at: seen = null }: Confirmation,
): Promise<{ reference?: string }> {
  const { rows } = await sql<{ method: string; reference: string | null; account: string; is_read: boolean }>`
    SELECT method, reference, account, ${isUnchangedSince('updated_at', seen)} AS is_read
    FROM payment_reference
    WHERE uuid = ${uuid} AND status = 'pending' FOR UPDATE`.execute(trx);
  const payment = rows[0];
  if (!payment) return {};
  const { method, account } = payment;
  if (!payment.is_read) {
    throw new Problem('conflict', 'This payment was changed after you opened it. Nothing was decided.');
  }
  if (onlineMethods.some((online) => online === method)) return {};
  const isNew = Boolean(reference) && reference !== payment.reference;
  if (isNew && payment.reference) {
    throw invalidField(
      'reference',
      'This payment already has a number. If it is wrong, edit the payment or reject it.',
    );
  }
  const number = payment.reference ?? (reference || null);
  if (!number && needsReference(method)) {
    throw new Problem('invalid', 'Some fields are not correct.', { errors: { reference: ['Required'] } });
  }
  if (!number) return {};
  // Two reviewers may confirm two payments with one number at the same time: the second waits for the first.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${method} || ' ' || plain_reference(${number}), 0))`.execute(
    trx,
  );
  if (isNew) await refuseTaken(trx, { account, method, reference: number, but: uuid });
  if (!duplicate) await refuseDuplicates(trx, uuid, method, number);
  return isNew ? { reference: number } : {};
}

/**
 * A transfer pays an account only once; the table's index would refuse it too, but without a message. `but` is the payment
 * itself.
 */
export async function refuseTaken(
  trx: Db,
  { account, method, reference, but }: { account: string; method: string; reference: string; but: string },
): Promise<void> {
  const { rows } = await sql`
    SELECT FROM payment_reference WHERE account = ${account} AND method = ${method} AND uuid <> ${but}
      AND lower(reference) = lower(${reference}) AND status IN ('pending', 'confirmed')`.execute(trx);
  if (rows.length === 0) return;
  throw invalidField(
    'reference',
    'Another payment of this account has this number. A transfer can be used only once.',
  );
}

async function refuseDuplicates(trx: Db, uuid: string, method: string, number: string): Promise<void> {
  const { rows } = await sql<PossibleDuplicate>`
    SELECT p.uuid, a.name AS account_name, p.amount, p.status, p.created_at
    FROM payment_reference p JOIN account a ON a.uuid = p.account
    WHERE p.method = ${method} AND plain_reference(p.reference) = plain_reference(${number})
      AND p.reference IS NOT NULL AND p.status = 'confirmed' AND p.uuid <> ${uuid}
    ORDER BY p.uuid LIMIT 5`.execute(trx);
  if (rows.length === 0) return;
  throw new Problem(
    'duplicate',
    'A payment with this number is already confirmed. Nothing was changed. Confirm only if the money arrived twice.',
    { data: rows },
  );
}
