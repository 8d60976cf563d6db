import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { invalidField, Problem } from '../platform/problem.ts';

/** The name of an account's approved sender identity. Throws an error of the field `sender`. */
export async function senderName(db: Db, account: string, uuid: string): Promise<string> {
  const { rows } = await sql<{ name: string; status: string }>`${prepared}
    SELECT name, status FROM sender_identity WHERE uuid = ${uuid} AND account = ${account}`.execute(db);
  if (!rows[0]) throw invalidField('sender', 'This sender ID does not exist.');
  const { name, status } = rows[0];
  if (status === 'suspended') {
    throw invalidField('sender', 'This sender ID is suspended. Choose another one, or ask your provider.');
  }
  if (status !== 'approved') throw invalidField('sender', 'This sender ID is not approved.');
  return name;
}

/**
 * The name of an account's approved Viber identity, which stays until the transaction ends. Throws an error of the field
 * `viber_identity`.
 */
export async function viberName(db: Db, account: string, uuid: string): Promise<string> {
  const { rows } = await sql<{ name: string; status: string }>`
    SELECT name, status FROM viber_identity WHERE uuid = ${uuid} AND account = ${account} FOR KEY SHARE`.execute(
    db,
  );
  if (!rows[0]) throw invalidField('viber_identity', 'This Viber identity does not exist.');
  if (rows[0].status !== 'approved')
    throw invalidField('viber_identity', 'This Viber identity is not approved.');
  return rows[0].name;
}

/**
 * SQL that tells whether a sender ID (an alias of sender_identity) may not be used for an operator's numbers, because the
 * operator has not approved it. Numbers of unknown operators belong to none that could.
 */
export const lacksApproval = (
  sender: string,
  operator: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  ${operator} <> 'unknown' AND NOT EXISTS (SELECT FROM sender_approval approval
    WHERE approval.sender = ${sql.ref(`${sender}.uuid`)} AND approval.operator = ${operator} AND approval.status = 'approved'))`;

/**
 * SQL that tells whether nothing of a campaign may go to an operator now, because its sender ID is suspended or not
 * approved by the operator. The provider's own sender IDs, such as that of trials, are in no table.
 */
export const isBarred = (
  campaign: string,
  operator: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM sender_identity s WHERE s.account = ${sql.ref(`${campaign}.account`)}
    AND s.name = ${sql.ref(`${campaign}.sender`)} AND s.status IN ('approved', 'suspended')
    AND (s.status = 'suspended' OR ${lacksApproval('s', operator)}))`;

/** SQL of the operators for which a campaign's (an alias) messages wait because they have not approved its sender ID. */
export const waitsForOperators = (campaign: string): RawBuilder<string[]> => {
  const of = (column: string) => sql.ref(`${campaign}.${column}`);
  return sql<string[]>`CASE WHEN ${of('status')} = 'sending' AND ${of('queued')} > 0 THEN ARRAY(
    SELECT o FROM jsonb_object_keys(${of('prices')}) AS o
    WHERE ${isBarred(campaign, sql`o`)} AND (
      (${of('channel')} = 'sms' AND EXISTS (
        SELECT FROM campaign_queue q WHERE q.campaign = ${of('uuid')} AND q.operator = o AND q.waiting > 0))
      OR EXISTS (SELECT FROM message_retry r WHERE r.campaign = ${of('uuid')} AND r.operator = o AND r.hand IS NULL
        AND r.channel = 'sms' AND (${of('channel')} = 'sms' OR r.not_before <= now())))
    ORDER BY o) ELSE '{}'::text[] END`;
};

/** SQL that tells whether a campaign's sender ID has a status (takes the campaign's alias). */
const hasSender = (
  campaign: string,
  status: 'approved' | 'suspended',
): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM sender_identity s WHERE s.account = ${sql.ref(`${campaign}.account`)}
    AND s.name = ${sql.ref(`${campaign}.sender`)} AND s.status = ${sql.lit(status)})`;

/**
 * SQL that tells whether a campaign's sender ID is suspended. Nothing of such a campaign goes to an operator:
 * claims leave it out (`isBarred`), it cannot be resumed, and workers pause it.
 */
export const isSuspended = (campaign: string): RawBuilder<boolean> => hasSender(campaign, 'suspended');

/** The same for a campaign that has not ended, for display. */
export const waitsForSender = (campaign: string): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${campaign}.status`)} IN ('draft', 'preparing', 'scheduled', 'sending', 'paused')
  AND ${isSuspended(campaign)})`;

/** Throws `conflict` if the campaign's sender ID is suspended. */
export async function refuseSuspended(db: Db, campaign: string): Promise<void> {
  const { rows } = await sql`
    SELECT FROM campaign c WHERE c.uuid = ${campaign} AND ${isSuspended('c')}`.execute(db);
  if (rows.length === 0) return;
  throw new Problem(
    'conflict',
    'The sender ID of this campaign is suspended. The campaign can be resumed when your provider has restored it.',
  );
}

/** Throws `conflict` if the sender ID of a campaign that waits for approval is no longer approved. */
export async function requireApproved(db: Db, campaign: string): Promise<void> {
  const { rows } = await sql`
    SELECT FROM campaign c WHERE c.uuid = ${campaign}
      AND (${hasSender('c', 'approved')} OR (c.channel = 'viber' AND c.fallback_minutes IS NULL))`.execute(
    db,
  );
  if (rows.length > 0) return;
  throw new Problem(
    'conflict',
    'The sender ID of this campaign is no longer approved. Restore it first, or reject the campaign.',
  );
}
