import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { pipelined } from '../../db/pipelined.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { countLags } from '../platform/meters.ts';
import { useChanged } from './messageUse.ts';

/**
 * A change of `daily_use` (columns: migration 0001), of `link_use` if it names the messages' link, and of `message_use`
 * (migration 0033) if it also says when the messages were made. `day` is Kathmandu's, `amount` paisa as text.
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
  /** For message_use: the hour in Kathmandu, the messages' sender ID and uuid_day, and why they failed. */
  hour?: number;
  sender?: string;
  made?: string | null;
  reason?: string | null;
  /** What the parts of packages among them are worth, VAT included; paisa as text. */
  package_amount?: string;
  /** Parts that the operator accepted, less those that it refused later. */
  accepted?: number;
  /** How long the link's receipts took, in seconds: for the metrics, not a column. */
  lags?: readonly number[] | null;
}

/** Changes of the daily totals collected by a transaction. */
export type Daily = DailyChange[];

/**
 * Runs `work` in a transaction and adds what it collected in `daily` to the daily totals, as the last statements and in a
 * fixed order, accounts before links: whoever holds a total's row waits only for later rows, so workers cannot deadlock on
 * them, and they are held only for the commit.
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

/** The final step of withDaily, for somebody else's transaction. */
export async function addDaily(trx: Db, daily: Daily): Promise<void> {
  if (daily.length === 0) return;
  const uses = sql`${prepared}
    WITH d AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${rowsOf(daily)}::jsonb) AS d(account uuid, day date, operator text, link text,
        messages int, parts int, amount numeric, sent int, delivered int, failed int, hour smallint, sender text,
        made date, reason text, accepted int, package_amount numeric)
    ), used AS (
      ${useChanged(sql`d`)}
    )
    INSERT INTO daily_use AS u (account, day, operator, messages, parts, amount, sent, delivered, failed, test)
    SELECT account, day, operator, coalesce(sum(messages), 0), coalesce(sum(parts), 0), coalesce(sum(amount), 0),
      coalesce(sum(sent), 0), coalesce(sum(delivered), 0), coalesce(sum(failed), 0),
      coalesce(sum(sent) FILTER (WHERE link IN (SELECT name FROM operator_link WHERE is_simulator)), 0)
    FROM d GROUP BY account, day, operator ORDER BY account, day, operator
    ON CONFLICT (account, day, operator) DO UPDATE SET
      messages = u.messages + excluded.messages, parts = u.parts + excluded.parts, amount = u.amount + excluded.amount,
      sent = u.sent + excluded.sent, delivered = u.delivered + excluded.delivered, failed = u.failed + excluded.failed,
      test = u.test + excluded.test`;
  const overLinks = daily.filter(({ link }) => link);
  const linkUses = sql`${prepared}
    INSERT INTO link_use AS u (day, link, sent, delivered, failed)
    SELECT day, link, coalesce(sum(sent), 0), coalesce(sum(delivered), 0), coalesce(sum(failed), 0)
    FROM jsonb_to_recordset(${rowsOf(overLinks)}::jsonb)
      AS d(day date, link text, sent int, delivered int, failed int)
    GROUP BY day, link ORDER BY day, link
    ON CONFLICT (day, link) DO UPDATE SET
      sent = u.sent + excluded.sent, delivered = u.delivered + excluded.delivered, failed = u.failed + excluded.failed`;
  await pipelined(
    trx,
    (db) => uses.execute(db),
    async (db) => overLinks.length > 0 && linkUses.execute(db),
  );
}
