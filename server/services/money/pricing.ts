import { type RawBuilder, sql } from 'kysely';
import type { Operator } from '#schema/phone.ts';
import type { PricingImpact } from '#schema/productPricing.ts';
import type { Db } from '../../db/database.ts';
import { pipelined } from '../../db/pipelined.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { databaseNow } from '../platform/databaseClock.ts';
import { invalidField, Problem } from '../platform/problem.ts';

interface Price {
  /** Minor units per message part, to four decimals. */
  price: number;
  /** Whether an undelivered message is released instead of charged. */
  release_undelivered: boolean;
}

interface ActivePrice extends Price {
  operator: Operator;
  valid_from: string;
  /** The row of `pricing` that applies. */
  pricing: string;
  own: boolean;
  any_operator: boolean;
  next: { price: number; valid_from: string } | null;
}

/** Every price that could apply to an account (null: one without its own), with its rank: the lowest wins. */
export const candidates = (
  account: string | null,
  operators: readonly Operator[],
): RawBuilder<unknown> => sql`
  SELECT o.operator AS wanted, p.*,
    CASE WHEN p.account IS NULL THEN ${DEFAULT_RANK} ELSE 0 END + CASE WHEN p.operator IS NULL THEN 1 ELSE 0 END AS rank
  FROM unnest(${operators}::text[]) AS o(operator)
  JOIN pricing p ON (p.account = ${account} OR p.account IS NULL)
    AND (p.operator = o.operator OR p.operator IS NULL)`;
const DEFAULT_RANK = sql.lit(2);

/**
 * The prices in force now, for an account or (null) for accounts without their own. The most specific wins: account and
 * operator, account, operator, general; among equals the latest. `next` is the first future price that will replace it.
 */
export async function activePrices(
  db: Db,
  account: string | null,
  operators: readonly Operator[],
): Promise<ActivePrice[]> {
  const { rows } = await sql<ActivePrice>`${prepared}
    WITH candidate AS (
      ${candidates(account, operators)}
    ), current AS (
      SELECT DISTINCT ON (wanted) * FROM candidate WHERE valid_from <= now()
      ORDER BY wanted, rank, valid_from DESC
    )
    SELECT c.wanted AS operator, c.price, c.release_undelivered, c.valid_from, c.uuid AS pricing,
      c.account IS NOT NULL AS own, c.operator IS NULL AS any_operator,
      (SELECT jsonb_build_object('price', n.price, 'valid_from', n.valid_from AT TIME ZONE 'UTC')
       FROM candidate n WHERE n.wanted = c.wanted AND n.valid_from > now() AND n.rank <= c.rank
       ORDER BY n.valid_from, n.rank LIMIT 1) AS next
    FROM current c ORDER BY array_position(${operators}::text[], c.wanted)`.execute(db);
  return rows.map(({ next, ...row }) => ({
    ...row,
    next: next && { ...next, valid_from: new Date(`${next.valid_from}Z`).toISOString() },
  }));
}

/** An account's current prices by operator. Throws if there is none: every server has a default price. */
export async function pricesOf(
  db: Db,
  account: string,
  operators: readonly Operator[],
): Promise<Map<Operator, Price>> {
  const rows = await activePrices(db, account, operators);
  const prices = new Map(
    rows.map(({ operator, price, release_undelivered }) => [operator, { price, release_undelivered }]),
  );
  const missing = operators.filter((operator) => !prices.has(operator));
  if (missing.length > 0) throw new Error(`no price for ${missing.join(', ')}`);
  return prices;
}

/** Maximum accounts named in an impact. */
const NAMED = 5;

interface NewDefault extends Price {
  operator: Operator | null;
  /** Of a Viber message; null: it says nothing about Viber. */
  viber_price: number | null;
  /** Null: now. */
  valid_from: string | null;
  /** The future price that it changes. */
  pricing: string | null;
}

/** Which customers' prices a new default price would change, and from what, when it takes effect. */
export async function impactOf(
  db: Db,
  { operator, price, viber_price, release_undelivered, valid_from, pricing }: NewDefault,
  operators: readonly Operator[],
): Promise<PricingImpact> {
  const at = sql`coalesce(${valid_from}::timestamptz, now())`;
  const changedOf = (channel: 'sms' | 'viber', without: string): RawBuilder<unknown> => sql`
    (SELECT coalesce(jsonb_agg(to_jsonb(c) - ${without}::text[] || jsonb_build_object('accounts',
        (SELECT count(*) FROM payer p WHERE (p.channel, p.operator) = (c.channel, c.operator)))
      ORDER BY array_position(${operators}::text[], c.operator)), '[]') FROM changed c WHERE channel = ${channel})`;
  const { rows } = await sql<PricingImpact>`
    WITH current AS (
      SELECT DISTINCT ON (channel, wanted) channel, old_price, candidate.*
      FROM (${candidates(null, operators)}) candidate
      CROSS JOIN LATERAL (VALUES ('sms', price), ('viber', viber_price)) AS each(channel, old_price)
      WHERE old_price IS NOT NULL AND valid_from <= ${at} AND uuid IS DISTINCT FROM ${pricing}::uuid
      ORDER BY channel, wanted, rank, valid_from DESC
    ), changed AS (
      SELECT n.channel, o.operator, c.old_price, c.release_undelivered AS old_release_undelivered
      FROM unnest(${operator ? [operator] : operators}::text[]) AS o(operator)
      CROSS JOIN (VALUES ('sms', ${price}::numeric), ('viber', ${viber_price}::numeric)) AS n(channel, price)
      LEFT JOIN current c ON c.wanted = o.operator AND c.channel = n.channel
      WHERE n.price IS NOT NULL AND (c.uuid IS NULL OR (c.rank >= ${DEFAULT_RANK} + ${operator ? 0 : 1}::int AND (
        c.old_price <> n.price OR (n.channel = 'sms' AND c.release_undelivered <> ${release_undelivered}::boolean))))
    ), payer AS (
      SELECT c.channel, c.operator, a.uuid, a.name FROM changed c CROSS JOIN account a
      WHERE NOT a.is_provider AND a.is_active AND NOT EXISTS (
        SELECT FROM pricing p WHERE p.account = a.uuid AND (p.operator = c.operator OR p.operator IS NULL)
          AND (c.channel = 'sms' OR p.viber_price IS NOT NULL) AND p.valid_from <= ${at})
    )
    SELECT (SELECT count(DISTINCT uuid)::int FROM payer) AS accounts,
      ARRAY(SELECT name FROM (SELECT DISTINCT name, uuid FROM payer ORDER BY name, uuid LIMIT ${NAMED}) first) AS names,
      ${changedOf('sms', '{channel}')} AS operators,
      ${changedOf('viber', '{channel,old_release_undelivered}')} AS viber`.execute(db);
  return rows[0] as PricingImpact;
}

/**
 * Deletes a future price, in the caller's transaction. Throws `conflict` for one in force, by which people may have been
 * charged; so the last default price is protected too.
 */
export async function deletePrice(trx: Db, uuid: string): Promise<void> {
  const { numAffectedRows } = await sql`
    DELETE FROM pricing WHERE uuid = ${uuid} AND valid_from > now()`.execute(trx);
  if (!numAffectedRows) throw inForce();
}

const inForce = (): Problem =>
  new Problem('conflict', 'This price is already in force and cannot be changed. Add a new price instead.');

/** When a price may begin: in the future, or now if missing. Throws an error of the field. */
export async function requireStart(
  trx: Db,
  start: string | null | undefined,
): Promise<string | RawBuilder<unknown>> {
  // By the database's clock, which also determines what is in force.
  if (!start) return sql`now()`;
  if (new Date(start) < (await databaseNow(trx)))
    throw invalidField(
      'valid_from',
      'This time has passed. Choose a later one, or leave it empty to apply the price immediately.',
    );
  return start;
}

/** Refuses to change a price in force, and locks it until the transaction ends. */
export async function requireFuture(trx: Db, uuid: string): Promise<void> {
  const { rows } = await sql`
    SELECT FROM pricing WHERE uuid = ${uuid} AND valid_from > now() FOR UPDATE`.execute(trx);
  if (rows.length === 0) throw inForce();
}

export interface OperatorCount {
  operator: Operator;
  messages: number;
  parts: number;
  closed: boolean;
  /** Of Viber messages with fallback: how many would be SMS of so many parts. */
  sms?: { parts: number; messages: number }[];
}

export interface Quote {
  operators: (OperatorCount & Price & { package_parts: number; amount: number; sms_price?: number })[];
  /** Of Viber messages: what they cost if Viber delivers all, and if SMS does (null: there is none), possibly fractional. */
  viber?: { viber_amount: number; sms_amount: number | null; sms_parts: number | null };
  package_parts: number;
  /** Charged to the wallet, in whole minor units: the exact sum, rounded half up once. */
  cost: number;
  /** The same before rounding, as a PostgreSQL decimal. */
  cost_exact: string;
  balance: number;
  /** How far below zero the balance may fall. */
  credit_limit: number;
  packages: { uuid: string; parts: number }[];
}

/**
 * What sending costs an account now: parts of packages first (nearest expiry first; the dearest operator's parts are
 * covered first), then the wallet. With `lock`, packages and balance stay unchanged until the transaction ends.
 */
export async function quote(
  db: Db,
  account: string,
  counts: readonly OperatorCount[],
  lock: boolean,
): Promise<Quote> {
  // Not FOR UPDATE, which would conflict with every transaction that merely references the account.
  const forUpdate = lock ? sql`FOR NO KEY UPDATE` : sql``;
  const operators = counts.map((count) => count.operator);
  // In this order: the packages are read once the account is locked.
  const [prices, wallet, held] = await pipelined(
    db,
    (db) => pricesOf(db, account, operators),
    (db) =>
      sql<Pick<Quote, 'balance' | 'credit_limit'>>`${prepared}
        SELECT balance, credit_limit FROM account WHERE uuid = ${account} ${forUpdate}`.execute(db),
    (db) =>
      sql<{ uuid: string; remaining: number }>`${prepared}
        SELECT uuid, remaining FROM account_package
        WHERE account = ${account} AND remaining > 0 AND expires_at > now()
        ORDER BY expires_at, uuid ${forUpdate}`.execute(db),
  );

  let covered = held.rows.reduce((sum, row) => sum + row.remaining, 0);
  const priced = counts
    .map((count) => ({ ...count, ...(prices.get(count.operator) as Price) }))
    .sort((a, b) => b.price - a.price || a.operator.localeCompare(b.operator))
    .map((count) => {
      const package_parts = Math.min(count.parts, covered);
      covered -= package_parts;
      return { ...count, package_parts };
    });
  const total = await sql<{ amounts: number[]; cost: number; cost_exact: string }>`${prepared}
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
    credit_limit: wallet.rows[0]?.credit_limit ?? 0,
    packages,
  };
}
