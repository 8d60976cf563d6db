import { type Kysely, sql } from 'kysely';
import type { CampaignRecipients } from '#schema/campaignRecipients.ts';
import type { ComposeInput } from '#schema/compose.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { notFound } from '../platform/problem.ts';
import { isOver, monthOf } from './retention.ts';

type Recipients = ComposeInput['recipients'];

/** Keeps the recipients of a request as they were given, in the transaction that accepts its campaign. */
export async function keepSource(trx: Db, campaign: string, recipients: Recipients): Promise<void> {
  await sql`${prepared}
    INSERT INTO campaign_source (campaign, recipients, file)
    VALUES (${campaign}, ${JSON.stringify(recipients)}, ${recipients.file?.reference ?? null})`.execute(trx);
}

interface Found {
  recipients: Recipients | null;
  /** Those of the groups that still exist. */
  groups: string[];
  file_name: string | null;
  file_rows: number | null;
}

/** Whom an account's campaign was addressed to, and what of that still exists. Throws `not_found` for another's campaign. */
export async function sourceOfCampaign(db: Db, account: string, uuid: string): Promise<CampaignRecipients> {
  const { rows } = await sql<Found>`
    SELECT s.recipients, f.name AS file_name, (p.summary->>'file_rows')::int AS file_rows,
      ARRAY(SELECT g.uuid FROM jsonb_array_elements_text(s.recipients->'groups') WITH ORDINALITY AS named(uuid, place)
        JOIN contact_group g ON g.uuid = named.uuid::uuid AND g.account = c.account ORDER BY place) AS groups
    FROM campaign c JOIN plan p ON p.uuid = c.plan
    LEFT JOIN campaign_source s ON s.campaign = c.uuid
    LEFT JOIN file f ON f.uuid = s.file AND f.account = c.account AND f.erased_at IS NULL
    WHERE c.uuid = ${uuid} AND c.account = ${account}`.execute(db);
  const found = rows[0];
  if (!found) throw notFound();
  const { recipients, groups, file_name: name, file_rows } = found;
  if (!recipients) return { recipients: null, file: null, missing: { groups: 0, file: false } };
  const { groups: given = [], file, ...others } = recipients;
  return {
    recipients: { ...others, ...(groups.length > 0 && { groups }), ...(file && name !== null && { file }) },
    file: file && name !== null ? { name, rows: file_rows ?? 0 } : null,
    missing: { groups: given.length - groups.length, file: Boolean(file) && name === null },
  };
}

/** Excluded recipients deleted in one statement. */
const BATCH = 5000;

/**
 * Removes the recipients of campaigns whose messages were removed, and of those that ended in a month from which their
 * account keeps none any more (`keep` months, or its own): a campaign that was cancelled early has no messages. With them go
 * the excluded recipients of their plans, and what their lists were flagged for: both have numbers.
 */
export async function removeSources(db: Kysely<unknown>, keep: number | null): Promise<void> {
  const over = sql`SELECT c.uuid, c.plan FROM campaign c JOIN account a ON a.uuid = c.account
    WHERE c.messages_removed_at IS NOT NULL
      OR ${isOver(monthOf(sql`c.finished_at`), sql`coalesce(a.message_months, ${keep}::int)`)}`;
  await sql`DELETE FROM campaign_source s USING (${over}) o WHERE o.uuid = s.campaign`.execute(db);
  const { rows } = await sql<{ plan: string }>`
    SELECT o.plan FROM (${over}) o
    WHERE EXISTS (SELECT FROM plan_recipient r WHERE r.plan = o.plan AND r.refusal IS NOT NULL)`.execute(db);
  for (const { plan } of rows) while ((await removeExcluded(db, plan)) === BATCH) {}
  await sql`
    UPDATE plan p SET summary = summary - 'flag' FROM (${over}) o WHERE o.plan = p.uuid AND summary ? 'flag'`.execute(
    db,
  );
  await sql`
    UPDATE campaign t SET flag = NULL FROM (${over}) o WHERE o.uuid = t.uuid AND flag IS NOT NULL`.execute(
    db,
  );
}

/** Deletes some excluded recipients of a plan, and returns how many. */
async function removeExcluded(db: Db, plan: string): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM plan_recipient WHERE plan = ${plan} AND position IN (
      SELECT position FROM plan_recipient WHERE plan = ${plan} AND refusal IS NOT NULL ORDER BY position LIMIT ${BATCH})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** Whether the file `of` is a source of a campaign that has not ended, or was cancelled within a day to be written again. */
export const isSource = (of: string) => sql<boolean>`EXISTS (
  SELECT FROM campaign_source s JOIN campaign c ON c.uuid = s.campaign
  WHERE s.file = ${sql.ref(of)} AND (c.finished_at IS NULL OR c.finished_at > now() - interval '1 day'))`;
