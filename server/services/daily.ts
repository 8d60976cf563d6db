import { type Kysely, sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** A change of `daily_use`: see its columns in migration 0009. `day` is Kathmandu's, `amount` paisa as text. */
export interface DailyChange {
  account: string;
  day: string;
  operator: string;
  messages?: number;
  parts?: number;
  amount?: string;
  sent?: number;
  delivered?: number;
  failed?: number;
}

/** Changes of the days' totals that a transaction has gathered. */
export type Daily = DailyChange[];

/**
 * Runs `work` in a transaction and adds what it gathered in `daily` to the days' totals, as the
 * transaction's last statement and in one order: whoever holds a row of `daily_use` waits for nothing but
 * rows that come later in that order, so workers cannot deadlock on them, and hold them for one commit only.
 */
export const withDaily = <T>(db: Kysely<unknown>, work: (trx: Db, daily: Daily) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    const daily: Daily = [];
    const result = await work(trx, daily);
    if (daily.length > 0) await add(trx, daily);
    return result;
  });

async function add(trx: Db, daily: Daily): Promise<void> {
  await sql`
    INSERT INTO daily_use AS u (account, day, operator, messages, parts, amount, sent, delivered, failed)
    SELECT account, day, operator, coalesce(sum(messages), 0), coalesce(sum(parts), 0), coalesce(sum(amount), 0),
      coalesce(sum(sent), 0), coalesce(sum(delivered), 0), coalesce(sum(failed), 0)
    FROM jsonb_to_recordset(${JSON.stringify(daily)}::jsonb) AS d(account uuid, day date, operator text,
      messages int, parts int, amount numeric, sent int, delivered int, failed int)
    GROUP BY account, day, operator ORDER BY account, day, operator
    ON CONFLICT (account, day, operator) DO UPDATE SET
      messages = u.messages + excluded.messages, parts = u.parts + excluded.parts, amount = u.amount + excluded.amount,
      sent = u.sent + excluded.sent, delivered = u.delivered + excluded.delivered, failed = u.failed + excluded.failed`.execute(
    trx,
  );
}
