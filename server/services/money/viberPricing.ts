import { sql } from 'kysely';
import type { Operator } from '#schema/phone.ts';
import { operators as allOperators } from '#schema/phone.ts';
import type { Db } from '../../db/database.ts';
import { invalidField } from '../platform/problem.ts';
import { candidates, type OperatorCount, pricesOf, type Quote } from './pricing.ts';

const NO_PRICE = 'There is no price for Viber messages yet. Ask your provider, or send an SMS.';

/**
 * The current prices of a Viber message by operator, of those that have one, for an account or (null) for accounts without
 * their own. The most specific price that names one
 * wins, as with parts of an SMS.
 */
export async function viberPrices(
  db: Db,
  account: string | null,
): Promise<{ operator: Operator; price: number }[]> {
  const { rows } = await sql<{ operator: Operator; price: number }>`
    SELECT DISTINCT ON (wanted) wanted AS operator, viber_price AS price
    FROM (${candidates(account, allOperators)}) candidate
    WHERE valid_from <= now() AND viber_price IS NOT NULL
    ORDER BY wanted, rank, valid_from DESC`.execute(db);
  return rows;
}

/** Prices by operator, each with that of a Viber message, or null. */
export async function withViberPrices<P extends { operator: Operator }>(
  db: Db,
  account: string | null,
  prices: readonly P[],
): Promise<(P & { viber_price: number | null })[]> {
  const viber = new Map((await viberPrices(db, account)).map(({ operator, price }) => [operator, price]));
  return prices.map((one) => ({ ...one, viber_price: viber.get(one.operator) ?? null }));
}

/**
 * What Viber messages cost an account now. Packages are of SMS parts, so the wallet pays for all. With fallback each message
 * holds the dearer of Viber and SMS. With `lock`, the balance stays unchanged until the transaction ends.
 */
export async function quoteViber(
  db: Db,
  account: string,
  counts: readonly OperatorCount[],
  { fallback, lock }: { fallback: boolean; lock: boolean },
): Promise<Quote> {
  const sms = await pricesOf(
    db,
    account,
    counts.map(({ operator }) => operator),
  );
  const prices = new Map((await viberPrices(db, account)).map(({ operator, price }) => [operator, price]));
  if (counts.some(({ operator }) => !prices.has(operator))) throw invalidField('channel', NO_PRICE);
  const wallet = await sql<Pick<Quote, 'balance' | 'credit_limit'>>`
    SELECT balance, credit_limit FROM account WHERE uuid = ${account}
    ${lock ? sql`FOR NO KEY UPDATE` : sql``}`.execute(db);
  const priced = counts.map((count) => {
    const { price: sms_price, release_undelivered } = sms.get(count.operator)!;
    const price = prices.get(count.operator) as number;
    return { ...count, price, release_undelivered, package_parts: 0, ...(fallback && { sms_price }) };
  });
  const groups = priced.flatMap(({ operator, price, sms_price, messages, sms: each }) =>
    (sms_price === undefined ? [{ parts: 0, messages }] : (each ?? [])).map((group) => ({
      ...{ operator, price, sms_price: sms_price ?? 0, ...group },
    })),
  );
  const { rows } = await sql<{
    amounts: Record<string, number>;
    cost: number;
    cost_exact: string;
    viber_amount: number;
    sms_amount: number;
    sms_parts: number;
  }>`
    WITH g AS (
      SELECT operator, sum(messages * greatest(price, parts * sms_price)) AS held, sum(messages * price) AS viber,
        sum(messages * parts * sms_price) AS sms, sum(messages * parts) AS parts
      FROM jsonb_to_recordset(${JSON.stringify(groups)}::jsonb)
        AS g(operator text, price numeric, sms_price numeric, parts int, messages int) GROUP BY operator
    )
    SELECT coalesce(jsonb_object_agg(operator, held), '{}') AS amounts, round(coalesce(sum(held), 0))::bigint AS cost,
      coalesce(sum(held), 0)::text AS cost_exact, coalesce(sum(viber), 0)::float8 AS viber_amount,
      coalesce(sum(sms), 0)::float8 AS sms_amount, coalesce(sum(parts), 0)::int AS sms_parts
    FROM g`.execute(db);
  const { amounts, cost, cost_exact, viber_amount, sms_amount, sms_parts } = rows[0] as (typeof rows)[0];
  return {
    operators: priced.map((one) => ({ ...one, amount: amounts[one.operator] ?? 0 })),
    viber: { viber_amount, sms_amount: fallback ? sms_amount : null, sms_parts: fallback ? sms_parts : null },
    ...{ package_parts: 0, cost, cost_exact, packages: [] },
    balance: wallet.rows[0]?.balance ?? 0,
    credit_limit: wallet.rows[0]?.credit_limit ?? 0,
  };
}
