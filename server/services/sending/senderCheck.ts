import { sql } from 'kysely';
import { approvingOperators } from '#schema/approvingOperators.ts';
import type { Plan, Refusal } from '#schema/compose.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { lacksApproval } from './approvedSender.ts';

const NOT_APPROVED: Refusal = 'sender-not-approved';
const REASON = 'The operator of this number has not approved the sender ID.';

/** The operators that have not approved a sender ID. */
export async function unapprovedBy(db: Db, sender: string): Promise<string[]> {
  const { rows } = await sql<{ operator: string }>`${prepared}
    SELECT o.operator FROM sender_identity s, unnest(${approvingOperators}::text[]) AS o(operator)
    WHERE s.uuid = ${sender} AND ${lacksApproval('s', sql`o.operator`)}`.execute(db);
  return rows.map(({ operator }) => operator);
}

/** Excludes a plan's recipients of operators that have not approved the sender ID (`unapprovedBy`). */
export async function excludeUnapproved(db: Db, plan: string, operators: readonly string[]): Promise<void> {
  if (operators.length === 0) return;
  await sql`
    UPDATE plan_recipient SET refusal = ${NOT_APPROVED}, text = NULL, reason = ${REASON}
    WHERE plan = ${plan} AND refusal IS NULL AND operator = ANY(${operators})`.execute(db);
}

/**
 * How many of a plan's recipients each operator excludes because it has not approved the sender ID, and the account's
 * oldest sender ID that all of these operators have approved. Null if none is excluded for it.
 */
export async function senderCheck(
  db: Db,
  check: {
    account: string;
    plan: string;
    sender: string;
    summary: { refused: Partial<Record<Refusal, number>> };
  },
): Promise<Plan['sender_check']> {
  if (!check.summary.refused[NOT_APPROVED]) return null;
  // Counted first, as in planSummary.ts.
  const { rows: operators } = await sql<NonNullable<Plan['sender_check']>['operators'][0]>`
    WITH counted AS MATERIALIZED (
      SELECT operator, count(*)::int AS recipients FROM plan_recipient
      WHERE plan = ${check.plan} AND refusal = ${NOT_APPROVED} GROUP BY operator)
    SELECT * FROM counted ORDER BY operator`.execute(db);
  const { rows } = await sql<{ uuid: string; name: string }>`
    SELECT s.uuid, s.name FROM sender_identity s
    WHERE s.account = ${check.account} AND s.status = 'approved' AND s.uuid <> ${check.sender} AND NOT EXISTS (
      SELECT FROM unnest(${operators.map(({ operator }) => operator)}::text[]) AS o(operator)
      WHERE ${lacksApproval('s', sql`o.operator`)})
    ORDER BY s.uuid LIMIT 1`.execute(db);
  return { operators, alternative: rows[0] ?? null };
}
