import { type RawBuilder, sql } from 'kysely';
import { type Refusal, refusals } from '#schema/compose.ts';
import type { Encoding } from '#schema/sms.ts';
import type { Db } from '../../db/database.ts';
import { pipelined } from '../../db/pipelined.ts';
import { prepared } from '../../db/preparedStatements.ts';
import type { OperatorCount } from '../money/pricing.ts';
import { erasedListed } from './erasedListed.ts';
import { excludeUnapproved, unapprovedBy } from './senderCheck.ts';

/** The totals of a plan's recipients, regardless of cost. */
export interface Summary {
  given: number;
  recipients: number;
  refused: Record<Refusal, number>;
  /** Rows that the uploaded workbook hides, skipped or not; plans of earlier versions do not have it. */
  hidden_rows?: number;
  /** Rows that were read of the uploaded file; plans of earlier versions do not have it. */
  file_rows?: number;
  operators: OperatorCount[];
  encodings: Record<Encoding, number>;
  parts: number;
}

/** No recipient is excluded. */
export const noneRefused = (): Summary['refused'] =>
  Object.fromEntries(refusals.map((refusal) => [refusal, 0])) as Summary['refused'];

/**
 * Excludes recipients that are blacklisted by now, and those of operators that have not approved the sender ID (none if it
 * is the provider's own), and counts. Run again when a plan is sent, so that a number that opted out since then gets nothing.
 */
export async function summarize(
  trx: Db,
  account: string,
  plan: string,
  sender?: string | null,
): Promise<Summary> {
  // Each number is looked up separately: for a list imported a moment ago PostgreSQL may expect one row, and would read it
  // completely for every number.
  const listed = sql`
    SELECT r.plan, r.position, b.* FROM plan_recipient r CROSS JOIN LATERAL (
      SELECT created_at, source, reason FROM blacklist_number
      WHERE account = ${account} AND phone = r.phone LIMIT 1) b
    WHERE r.plan = ${plan} AND r.refusal IS NULL AND EXISTS (SELECT FROM blacklist_number WHERE account = ${account})`;
  const [, erased, unapproved, closed] = await pipelined(
    trx,
    (db) => excludeListed(db, listed),
    (db) => erasedListed(db, account, plan),
    async (db) => (sender ? unapprovedBy(db, sender) : []),
    closedOperators,
  );
  if (erased.length > 0)
    await excludeListed(
      trx,
      sql`
        SELECT r.plan, r.position, b.created_at, b.source, b.reason
        FROM jsonb_to_recordset(${JSON.stringify(erased)}::jsonb) AS e(position int, entry text)
        JOIN plan_recipient r ON r.plan = ${plan} AND r.position = e.position AND r.refusal IS NULL
        JOIN blacklist_number b ON b.account = ${account} AND b.phone = e.entry`,
    );
  await excludeUnapproved(trx, plan, unapproved);
  // Sorted after they are counted: for so new a plan PostgreSQL expects few rows, and would sort a million of them on disk.
  const { rows } = await sql<{
    refusal: Refusal | null;
    operator: OperatorCount['operator'];
    encoding: Encoding;
    sms_parts: number | null;
    messages: number;
    parts: number;
  }>`${prepared}
    WITH counted AS MATERIALIZED (
      SELECT refusal, operator, encoding, sms_parts, count(*) AS messages, sum(parts)::bigint AS parts
      FROM plan_recipient WHERE plan = ${plan} GROUP BY refusal, operator, encoding, sms_parts)
    SELECT * FROM counted ORDER BY refusal, operator, encoding, sms_parts`.execute(trx);
  const summary: Summary = {
    given: 0,
    recipients: 0,
    refused: noneRefused(),
    operators: [],
    encodings: { 'GSM-7': 0, 'UCS-2': 0 },
    parts: 0,
  };
  for (const { refusal, operator, encoding, sms_parts, messages, parts } of rows) {
    summary.given += messages;
    if (refusal) {
      summary.refused[refusal] += messages;
      continue;
    }
    summary.recipients += messages;
    summary.parts += parts;
    summary.encodings[encoding] += messages;
    const found = summary.operators.find((o) => o.operator === operator);
    if (found) {
      found.messages += messages;
      found.parts += parts;
      found.sms?.push({ parts: sms_parts ?? 0, messages });
    } else {
      const sms = sms_parts === null ? {} : { sms: [{ parts: sms_parts, messages }] };
      summary.operators.push({ operator, messages, parts, closed: closed.has(operator), ...sms });
    }
  }
  return summary;
}

/** Excludes recipients with their entries of the blacklist: plan, position, created_at, source and reason. */
const excludeListed = (db: Db, listed: RawBuilder<unknown>): Promise<unknown> =>
  sql`${prepared}
    WITH listed AS MATERIALIZED (${listed})
    UPDATE plan_recipient p SET refusal = 'blacklisted', text = NULL,
      reason = 'On the blacklist since ' || nepal_day(l.created_at) || ' (' || l.source || ')'
        || coalesce(': ' || nullif(rtrim(l.reason, '. '), ''), '') || '.'
    FROM listed l WHERE p.plan = l.plan AND p.position = l.position`.execute(db);

async function closedOperators(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ operator: string }>`${prepared}
    SELECT operator FROM number_range WHERE valid_from <= nepal_day(now())
    GROUP BY operator HAVING bool_and(closed)`.execute(db);
  return new Set(rows.map((row) => row.operator));
}
