import { sql } from 'kysely';
import { onlineMethods } from '#schema/paymentReference.ts';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../platform/caller.ts';
import { Problem } from '../platform/problem.ts';

/** Throws `forbidden` for money of the caller's own account. */
export function refuseOwnAccount(caller: Caller, account: string): void {
  if (caller.account !== account) return;
  throw new Problem(
    'forbidden',
    'You belong to this account, so you cannot confirm its payments or adjust its wallet. Nothing was changed.',
  );
}

/**
 * Whether this amount of an account's money or credit, in minor units, needs a second person. It includes what the caller
 * confirmed, adjusted and gave as credit alone for this account within 24 hours, so that splitting does not avoid the limit, but not payments
 * confirmed by an online service. Locks the account.
 */
export async function needsSecondPerson(
  trx: Db,
  caller: Caller,
  account: string,
  amount: number,
): Promise<boolean> {
  await sql`SELECT FROM account WHERE uuid = ${account} FOR NO KEY UPDATE`.execute(trx);
  const { rows } = await sql<{ needs: boolean }>`
    SELECT ${amount}::bigint + (
      SELECT coalesce(sum(amount), 0) FROM payment_reference
      WHERE account = ${account} AND status = 'confirmed' AND decided_by = ${caller.user} AND first_by IS NULL
        AND decided_at > now() - interval '1 day' AND method <> ALL(${onlineMethods})
    ) + (
      SELECT coalesce(sum(abs(amount)), 0) FROM wallet_entry
      WHERE account = ${account} AND alone = ${caller.user} AND uuid >= uuid_floor(now() - interval '1 day')
    ) + (
      SELECT coalesce(sum(credit_limit - former), 0) FROM credit_limit_change
      WHERE account = ${account} AND asked_by = ${caller.user} AND decided_by = ${caller.user} AND status = 'confirmed'
        AND decided_at > now() - interval '1 day'
    ) > second_person_above AS needs
    FROM provider_setting WHERE second_person_above IS NOT NULL`.execute(trx);
  return rows[0]?.needs ?? false;
}
