import { type RawBuilder, sql } from 'kysely';
import type { MarginQuery, MarginReport } from '#schema/marginReport.ts';
import type { MarginKind } from '#schema/reportKinds.ts';
import type { Db } from '../../db/database.ts';
import { calendarNow } from '../platform/providerSettings.ts';
import { type Month, monthsBetween } from './months.ts';

const keys: Record<MarginKind, RawBuilder<unknown>> = {
  month: sql`(SELECT key FROM months m WHERE u.day BETWEEN m.from_day AND m.until_day)`,
  account: sql`u.account`,
  operator: sql`u.operator`,
  link: sql`u.link`,
};

/** Sums of `days`. Amounts have four decimals, as charges and cost prices do. */
const sums = sql`
  coalesce(sum(parts), 0)::bigint AS parts, coalesce(sum(unknown), 0)::bigint AS unknown,
  coalesce(sum(charged), 0) AS charged, coalesce(round(sum(net), 4), 0) AS net, sum(cost) AS cost,
  round(sum(net), 4) - sum(cost) AS margin`;

const monthRows = (months: readonly Month[]): RawBuilder<unknown> => sql`
  SELECT * FROM jsonb_to_recordset(${JSON.stringify(months.map((m) => ({ key: m.key, from_day: m.from, until_day: m.until })))}::jsonb)
    AS m(key text, from_day date, until_day date)`;

/**
 * What was charged in a period and what it cost, by account, operator, link or month. Only `message_use` is read: the cost
 * of each hour's parts was added to it when operators accepted them. VAT is that of each day. `limit` 0: all rows.
 */
export async function marginsOf(db: Db, query: MarginQuery, limit: number): Promise<MarginReport> {
  const { by, from, until, account = null, operator = null, calendar } = query;
  const months =
    by === 'month' ? monthsBetween(from, until, calendar === 'bs' ? await calendarNow(db) : null) : [];
  const { rows } = await sql<MarginReport>`
    WITH months AS (${monthRows(months)}), days AS MATERIALIZED (
      SELECT key, day, parts, unknown, charged, cost, charged * 100 / (100 + (
          SELECT percent FROM vat_rate WHERE valid_from <= day ORDER BY valid_from DESC LIMIT 1)) AS net
      FROM (
        SELECT ${keys[by]}::text AS key, u.day, sum(u.parts) AS parts, sum(u.charged) AS charged, sum(u.cost) AS cost,
          -- Tests over the simulator cost nothing.
          coalesce(sum(u.parts) FILTER (WHERE u.cost IS NULL
            AND u.link NOT IN (SELECT name FROM operator_link WHERE is_simulator)), 0) AS unknown
        FROM message_use_now u
        WHERE u.day BETWEEN ${from} AND ${until} AND ${account ? sql`u.account = ${account}` : sql`true`}
          AND ${operator ? sql`u.operator = ${operator}` : sql`true`}
        GROUP BY 1, 2) alike
    ), grouped AS MATERIALIZED (
      SELECT key, ${sums} FROM days GROUP BY 1 HAVING sum(parts) <> 0 OR sum(charged) <> 0
    ), shown AS (
      SELECT row_number() OVER (ORDER BY ${by === 'month' ? sql`key` : sql`charged DESC, key`}) AS n, *,
        ${by === 'account' ? sql`(SELECT name FROM account WHERE uuid = key::uuid)` : sql`NULL::text`} AS name
      FROM grouped ORDER BY n LIMIT ${limit || null}
    )
    SELECT (
        SELECT coalesce(json_agg(json_build_object('key', key, 'name', name, 'parts', parts, 'unknown', unknown,
          'charged', charged, 'net', net, 'cost', cost, 'margin', margin) ORDER BY n), '[]') FROM shown
      ) AS rows,
      (SELECT row_to_json(t) FROM (SELECT ${sums} FROM days) t) AS total,
      (SELECT count(*)::int FROM grouped) AS count,
      EXISTS (SELECT FROM message_use_due WHERE made <= ${until}) AS is_counting,
      (SELECT name FROM account WHERE uuid = ${account}) AS account_name`.execute(db);
  return rows[0] as MarginReport;
}
