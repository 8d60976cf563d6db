import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { Problem } from '../platform/problem.ts';
import { tellLowBalance } from './lowBalance.ts';

interface Entry {
  account: string;
  kind: 'opening' | 'topup' | 'package' | 'hold' | 'release' | 'adjustment';
  /** Minor units, signed. */
  amount: number;
  campaign?: string;
  /** The entry's payment; a payment has at most one entry. */
  payment?: string;
  note?: string;
  /** Who adjusted the balance without a second person. */
  alone?: string | undefined;
}

/**
 * Writes one line of the append-only ledger and updates the balance, in the caller's transaction. Nothing else may change a
 * balance. An amount of 0 writes nothing. Throws `insufficient_balance` if the balance would fall below zero, or below minus
 * the credit limit. Falling below the account's threshold is told, once per crossing.
 */
export async function post(
  trx: Db,
  { account, kind, amount, campaign, payment, note, alone }: Entry,
): Promise<void> {
  if (!Number.isSafeInteger(amount)) throw new Error(`an amount is whole minor units, not ${amount}`);
  if (amount === 0) return;
  const { rows } = await sql<{ uuid: string; is_low: boolean }>`${prepared}
    WITH moved AS (
      UPDATE account SET balance = balance + ${amount}
      WHERE uuid = ${account} AND balance + ${amount} >= -credit_limit
      RETURNING balance, coalesce(balance + credit_limit < low_balance_below
        AND balance - ${amount} + credit_limit >= low_balance_below, false) AS is_low
    )
    INSERT INTO wallet_entry (account, kind, amount, balance, campaign, payment, note, alone)
    SELECT ${account}, ${kind}, ${amount}, balance, ${campaign ?? null}, ${payment ?? null}, ${note ?? null},
      ${alone ?? null}
    FROM moved
    RETURNING uuid, (SELECT is_low FROM moved)`.execute(trx);
  const [entry] = rows;
  if (!entry) throw new Problem('insufficient_balance', 'The balance is too low. Nothing was charged.');
  if (entry.is_low) await tellLowBalance(trx, account, entry.uuid);
}
