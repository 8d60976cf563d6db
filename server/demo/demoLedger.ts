import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { LedgerLine } from './demoPayments.ts';

const DAY_MS = 86_400_000;

/**
 * Seeds an account's ledger in chronological order, with an opening balance such that `balance` (minor units) is left at
 * the end.
 */
export async function seedLedger(
  db: Db,
  account: string,
  lines: readonly LedgerLine[],
  balance: number,
): Promise<void> {
  const ordered = lines.filter(({ amount }) => amount !== 0).sort((a, b) => (a.at < b.at ? -1 : 1));
  const opened = new Date(Date.parse(ordered[0]?.at ?? new Date().toISOString()) - DAY_MS).toISOString();
  const opening = balance - ordered.reduce((sum, { amount }) => sum + amount, 0);
  const entries = [{ at: opened, kind: 'opening', amount: opening }, ...ordered];
  await sql`
    INSERT INTO wallet_entry (uuid, account, kind, amount, balance, campaign, payment, note, created_at)
    SELECT uuid_v7(at), ${account}, kind, amount, sum(amount) OVER (ORDER BY n), campaign, payment,
      CASE kind WHEN 'opening' THEN 'Demonstration balance' END, at
    FROM jsonb_to_recordset(${JSON.stringify(entries.map((entry, n) => ({ ...entry, n })))}::jsonb)
      AS e(n int, kind text, amount bigint, campaign uuid, payment uuid, at timestamptz)`.execute(db);
  await sql`UPDATE account SET balance = ${balance} WHERE uuid = ${account}`.execute(db);
}
