import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Used } from './lines.ts';

/** SQL of the moment at which a day in Nepal is over. */
const endOf = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${day}::date + 1)::timestamp AT TIME ZONE 'Asia/Kathmandu')`;

type OfDays = (account: RawBuilder<unknown>, lastDay: RawBuilder<unknown>) => RawBuilder<unknown>;

const fromWallet: OfDays = (account, lastDay) => sql`
  FROM consumption c WHERE c.account = ${account} AND c.day <= ${lastDay} AND c.source IN ('wallet', 'viber')`;

/** SQL of what campaigns took from an account's wallet by the end of a day: the wallet's share of each is rounded once. */
const takenByCampaigns: OfDays = (account, lastDay) => sql`
  SELECT coalesce(sum(share), 0) FROM (
    SELECT round(sum(c.amount)) AS share ${fromWallet(account, lastDay)} GROUP BY c.campaign) whole`;

/** SQL of the same as rows of day, operator, source, parts and amount, whole and adding up to the share of each campaign. */
const charged: OfDays = (account, lastDay) => sql`(
  SELECT c.day, c.operator, c.source, c.parts,
    round(sum(c.amount) OVER so_far) - round(sum(c.amount) OVER so_far - c.amount) AS amount
  ${fromWallet(account, lastDay)}
  WINDOW so_far AS (PARTITION BY c.campaign ORDER BY c.day, c.operator, c.source ROWS UNBOUNDED PRECEDING))`;

/** SQL of what they took to fractions of a minor unit, added up and rounded: what monthly invoices of 0.1.0 counted. */
export const takenInFractions: OfDays = (account, lastDay) => sql`
  SELECT round(coalesce(sum(d.amount), 0)) FROM daily_use d WHERE d.account = ${account} AND d.day <= ${lastDay}`;

/** The entries that no campaign made: few, and with an index of their own (`wallet_entry_money`). */
const money = sql`('opening', 'topup', 'package', 'adjustment')`;

/**
 * SQL of what an account must have been invoiced by the end of a day, in whole minor units: what it has used, less what it
 * paid in advance. Money counts up to the ledger entry `entry`. Payments that settled monthly invoices are no advance,
 * because they pay for what is invoiced already. The first three are SQL expressions; `taken` is what campaigns took.
 */
export const usedBeyondAdvances = (
  account: RawBuilder<unknown>,
  lastDay: RawBuilder<unknown>,
  entry: RawBuilder<unknown>,
  taken = takenByCampaigns,
): RawBuilder<unknown> => sql`(
  (${taken(account, lastDay)})
  - (SELECT coalesce(sum(e.amount), 0) FROM wallet_entry e WHERE e.account = ${account} AND e.kind IN ${money} AND CASE
      WHEN e.kind IN ('package', 'adjustment') THEN e.created_at < ${endOf(lastDay)}
      ELSE e.uuid <= ${entry} END)
  + (SELECT coalesce(sum(s.amount), 0) FROM invoice_settlement s JOIN wallet_entry e ON e.payment = s.payment
      WHERE e.account = ${account} AND e.kind IN ${money} AND e.uuid <= ${entry}))::bigint`;

/** SQL of what an account's monthly invoices add up to, in minor units; with a condition on the invoices `i`. */
export const invoicedMonths = (
  account: RawBuilder<unknown>,
  only: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`(SELECT coalesce(sum(i.total), 0)::bigint FROM invoice i
  WHERE i.account = ${account} AND i.month IS NOT NULL AND ${only})`;

/**
 * All that an account has used by the end of a day, by day: messages, whose amounts add up to what campaigns took, and what
 * moved the wallet otherwise. Reads the whole history of the account.
 */
export async function usedBy(db: Db, account: string, lastDay: string): Promise<Used[]> {
  const { rows } = await sql<Used>`
    SELECT c.day, CASE c.source WHEN 'viber' THEN 'viber' ELSE 'sms' END AS item, c.operator AS name, sum(c.parts)::int AS parts, sum(c.amount) AS amount
    FROM ${charged(sql`${account}::uuid`, sql`${lastDay}::date`)} c
    GROUP BY c.day, c.operator, c.source
    UNION ALL
    SELECT nepal_day(e.created_at), e.kind, CASE WHEN e.kind = 'package' THEN p.package_name END, NULL, -e.amount
    FROM wallet_entry e LEFT JOIN payment_reference p ON p.uuid = e.payment
    WHERE e.account = ${account} AND e.kind IN ('package', 'adjustment') AND e.created_at < ${endOf(sql`${lastDay}`)}
    ORDER BY 1, 2, 3`.execute(db);
  return rows;
}
