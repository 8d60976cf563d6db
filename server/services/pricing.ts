import { sql } from 'kysely';
import type { Operator } from '#schema/phone.ts';
import type { Db } from '../db/database.ts';

interface Price {
  /** Minor units per message part, to four decimals. */
  price: number;
  /** Whether an undelivered message is released instead of charged. */
  release_undelivered: boolean;
}

/**
 * The prices of an account now. The most particular wins: account and operator, account, operator,
 * everybody; among equals the latest that is valid.
 */
export async function pricesOf(
  db: Db,
  account: string,
  operators: readonly Operator[],
): Promise<Map<Operator, Price>> {
  const { rows } = await sql<Price & { operator: Operator }>`
    SELECT o.operator, p.price, p.release_undelivered
    FROM unnest(${operators}::text[]) AS o(operator)
    CROSS JOIN LATERAL (
      SELECT price, release_undelivered FROM pricing
      WHERE (account = ${account} OR account IS NULL) AND (operator = o.operator OR operator IS NULL)
        AND valid_from <= now()
      ORDER BY account NULLS LAST, operator NULLS LAST, valid_from DESC LIMIT 1
    ) p`.execute(db);
  const prices = new Map(rows.map(({ operator, ...price }) => [operator, price]));
  const missing = operators.filter((operator) => !prices.has(operator));
  if (missing.length > 0) throw new Error(`no price for ${missing.join(', ')}`);
  return prices;
}

export interface OperatorCount {
  operator: Operator;
  messages: number;
  parts: number;
  closed: boolean;
}

export interface Quote {
  operators: (OperatorCount & Price & { package_parts: number; amount: number })[];
  package_parts: number;
  /** Of the wallet, whole minor units: the exact sum, rounded half up once. */
  cost: number;
  /** The same before rounding, as a decimal of PostgreSQL's. */
  cost_exact: string;
  balance: number;
  packages: { uuid: string; parts: number }[];
}

/**
 * What sending costs an account now: parts of packages first (nearest expiry first; the dearest operator's
 * parts are covered first), then the wallet. With `lock`, packages and balance stay as they are until the
 * transaction ends.
 */
export async function quote(
  db: Db,
  account: string,
  counts: readonly OperatorCount[],
  lock: boolean,
): Promise<Quote> {
  const forUpdate = lock ? sql`FOR UPDATE` : sql``;
  const prices = await pricesOf(
    db,
    account,
    counts.map((count) => count.operator),
  );
  const wallet = await sql<{ balance: number }>`
    SELECT balance FROM account WHERE uuid = ${account} ${forUpdate}`.execute(db);
  const held = await sql<{ uuid: string; remaining: number }>`
    SELECT uuid, remaining FROM account_package
    WHERE account = ${account} AND remaining > 0 AND expires_at > now()
    ORDER BY expires_at, uuid ${forUpdate}`.execute(db);

  let covered = held.rows.reduce((sum, row) => sum + row.remaining, 0);
  const priced = counts
    .map((count) => ({ ...count, ...(prices.get(count.operator) as Price) }))
    .sort((a, b) => b.price - a.price || a.operator.localeCompare(b.operator))
    .map((count) => {
      const package_parts = Math.min(count.parts, covered);
      covered -= package_parts;
      return { ...count, package_parts };
    });
  const total = await sql<{ amounts: number[]; cost: number; cost_exact: string }>`
    SELECT coalesce(array_agg(amount ORDER BY n), '{}')::float8[] AS amounts,
      round(coalesce(sum(amount), 0))::bigint AS cost, coalesce(sum(amount), 0)::text AS cost_exact
    FROM (SELECT n, parts * price AS amount
          FROM unnest(${priced.map((p) => p.parts - p.package_parts)}::int[],
                      ${priced.map((p) => p.price)}::numeric[]) WITH ORDINALITY AS p(parts, price, n)) a`.execute(
    db,
  );
  const { amounts, cost, cost_exact } = total.rows[0] as (typeof total.rows)[0];

  const package_parts = priced.reduce((sum, p) => sum + p.package_parts, 0);
  let needed = package_parts;
  const packages = held.rows.flatMap(({ uuid, remaining }) => {
    const parts = Math.min(remaining, needed);
    needed -= parts;
    return parts > 0 ? [{ uuid, parts }] : [];
  });
  return {
    operators: priced.map((p, i) => ({ ...p, amount: amounts[i] as number })),
    package_parts,
    cost,
    cost_exact,
    balance: wallet.rows[0]?.balance ?? 0,
    packages,
  };
}
