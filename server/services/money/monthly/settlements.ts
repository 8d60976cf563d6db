import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/**
 * Pays an account's open monthly invoices with a confirmed top-up, oldest first, in the confirming transaction and after
 * the ledger entry, which locks the account. Returns the rest of the amount, which is an advance.
 */
export async function settleInvoices(
  trx: Db,
  { account, payment, amount }: { account: string; payment: string; amount: number },
): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    INSERT INTO invoice_settlement (invoice, payment, amount)
    SELECT uuid, ${payment}, least(owed, ${amount}::bigint - before) FROM (
      SELECT uuid, total - paid AS owed, (sum(total - paid) OVER (ORDER BY uuid) - (total - paid))::bigint AS before
      FROM monthly_invoice WHERE account = ${account} AND total > paid) open
    WHERE before < ${amount}::bigint
    RETURNING amount`.execute(trx);
  return rows.reduce((rest, settled) => rest - settled.amount, amount);
}
