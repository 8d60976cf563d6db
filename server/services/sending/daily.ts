import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { countLags } from '../platform/meters.ts';

/**
 * A change of `daily_use`, see its columns in migration 0009, and of `link_use` where it names the link that the
 * messages went over. `day` is Kathmandu's, `amount` paisa as text.
 */
export interface DailyChange {
  account: string;
  day: string;
  operator: string;
  link?: string | null;
  messages?: number;
  parts?: number;
  amount?: string;
  sent?: number;
  delivered?: number;
  failed?: number;
  /** How long the link's receipts took, in seconds: for the meters, no column. */
  lags?: readonly number[] | null;
}

/** Changes of the days' totals that a transaction has gathered. */
export type Daily = DailyChange[];

/**
 * Runs `work` in a transaction and adds what it gathered in `daily` to the days' totals, as the
 * transaction's last statements and in one order, accounts before links: whoever holds a row of a total waits
 * for nothing but rows that come later in that order, so workers cannot deadlock on them, and hold them for one
 * commit only.
 */
export async function withDaily<T>(
  db: Kysely<unknown>,
  work: (trx: Db, daily: Daily) => Promise<T>,
): Promise<T> {
  const daily: Daily = [];
  const result = await db.transaction().execute(async (trx) => {
    const result = await work(trx, daily);
    await addDaily(trx, daily);
    return result;
  });
  for (const { link, lags } of daily) if (link && lags) countLags(link, lags);
  return result;
}

const rowsOf = (daily: Daily): string =>
  JSON.stringify(daily, (key, value) => (key === 'lags' ? undefined : value));

/** What withDaily does at the end, for a transaction that is somebody else's. */
export async function addDaily(trx: Db, daily: Daily): Promise<void> {
  if (daily.length === 0) return;
  await sql`
    INSERT INTO daily_use AS u (account, day, operator, messages, parts, amount, sent, delivered, failed, test)
    SELECT account, day, operator, coalesce(sum(messages), 0), coalesce(sum(parts), 0), coalesce(sum(amount), 0),
      coalesce(sum(sent), 0), coalesce(sum(delivered), 0), coalesce(sum(failed), 0),
      coalesce(sum(sent) FILTER (WHERE link IN (SELECT name FROM operator_link WHERE is_simulator)), 0)
    FROM jsonb_to_recordset(${rowsOf(daily)}::jsonb) AS d(account uuid, day date, operator text, link text,
      messages int, parts int, amount numeric, sent int, delivered int, failed int)
    GROUP BY account, day, operator ORDER BY account, day, operator
    ON CONFLICT (account, day, operator) DO UPDATE SET
      messages = u.messages + excluded.messages, parts = u.parts + excluded.parts, amount = u.amount + excluded.amount,
      sent = u.sent + excluded.sent, delivered = u.delivered + excluded.delivered, failed = u.failed + excluded.failed,
      test = u.test + excluded.test`.execute(trx);
  const overLinks = daily.filter(({ link }) => link);
  if (overLinks.length === 0) return;
  await sql`
    INSERT INTO link_use AS u (day, link, sent, delivered, failed)
    SELECT day, link, coalesce(sum(sent), 0), coalesce(sum(delivered), 0), coalesce(sum(failed), 0)
    FROM jsonb_to_recordset(${rowsOf(overLinks)}::jsonb)
      AS d(day date, link text, sent int, delivered int, failed int)
    GROUP BY day, link ORDER BY day, link
    ON CONFLICT (day, link) DO UPDATE SET
      sent = u.sent + excluded.sent, delivered = u.delivered + excluded.delivered, failed = u.failed + excluded.failed`.execute(
    trx,
  );
}
