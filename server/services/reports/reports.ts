import { type RawBuilder, sql } from 'kysely';
import type { Report, ReportQuery } from '#schema/report.ts';
import { type ReportKind, reportsCharges } from '#schema/reportKinds.ts';
import type { Db } from '../../db/database.ts';

const keys: Record<ReportKind, RawBuilder<unknown>> = {
  day: sql`day`,
  account: sql`account`,
  operator: sql`operator`,
  link: sql`link`,
  hour: sql`hour`,
  sender: sql`sender`,
  reason: sql`reason`,
};

/** The figures of messages, with the charges in `daily_use`. */
const sums = (hasCharges: boolean): RawBuilder<unknown> => sql`
  coalesce(sum(sent), 0)::bigint AS sent, coalesce(sum(test), 0)::bigint AS test,
  coalesce(sum(delivered), 0)::bigint AS delivered, coalesce(sum(failed), 0)::bigint AS failed,
  ${hasCharges ? sql`coalesce(sum(parts), 0)::bigint` : sql`NULL::bigint`} AS parts,
  ${hasCharges ? sql`coalesce(sum(amount), 0)` : sql`NULL::numeric`} AS amount`;

/** The rows of the table of figures that answers a report. Neither has more than a few for an account's hour. */
function figuresOf({ by, from, until, account, operator }: ReportQuery): RawBuilder<unknown> {
  const asked = sql`day BETWEEN ${from} AND ${until} AND ${account ? sql`account = ${account}` : sql`true`}
    AND ${operator ? sql`operator = ${operator}` : sql`true`}`;
  if (reportsCharges(by)) return sql`SELECT * FROM daily_use WHERE ${asked}`;
  return sql`
    SELECT *, CASE WHEN link IN (SELECT name FROM operator_link WHERE is_simulator) THEN sent ELSE 0 END AS test
    FROM message_use_now WHERE ${asked} AND ${by === 'reason' ? sql`reason <> ''` : sql`true`}`;
}

/**
 * Figures of a period by day, account, operator, link, hour, sender ID or failure reason, of one account or all. Only
 * tables of figures are read, whatever number of messages there is. `limit` 0: all rows.
 */
export async function reportOf(db: Db, query: ReportQuery, limit: number): Promise<Report> {
  const { by, until, account = null } = query;
  const hasCharges = reportsCharges(by);
  const order = by === 'day' || by === 'hour' ? sql`key` : sql`greatest(sent, failed) DESC, key`;
  const { rows } = await sql<Report>`
    WITH figures AS MATERIALIZED (${figuresOf(query)}), grouped AS MATERIALIZED (
      SELECT ${keys[by]} AS key, ${sums(hasCharges)} FROM figures GROUP BY 1
      HAVING sum(sent) <> 0 OR sum(delivered) <> 0 OR sum(failed) <> 0
        OR ${hasCharges ? sql`sum(parts) <> 0 OR sum(amount) <> 0` : sql`false`}
    ), shown AS (
      SELECT row_number() OVER (ORDER BY ${order}) AS n, key::text,
        ${by === 'account' ? sql`(SELECT name FROM account WHERE uuid = key)` : sql`NULL::text`} AS name,
        sent, test, delivered, failed, parts, amount
      FROM grouped ORDER BY n LIMIT ${limit || null}
    )
    SELECT (
        SELECT coalesce(json_agg(json_build_object('key', key, 'name', name, 'sent', sent, 'test', test,
          'delivered', delivered, 'failed', failed, 'parts', parts, 'amount', amount) ORDER BY n), '[]') FROM shown
      ) AS rows,
      (SELECT row_to_json(t) FROM (SELECT ${sums(hasCharges)} FROM figures) t) AS total,
      (SELECT count(*)::int FROM grouped) AS count,
      ${hasCharges ? sql`false` : sql`EXISTS (SELECT FROM message_use_due WHERE made <= ${until})`} AS is_counting,
      (SELECT name FROM account WHERE uuid = ${account}) AS account_name`.execute(db);
  return rows[0] as Report;
}
