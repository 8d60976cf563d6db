import { type RawBuilder, sql } from 'kysely';
import { trialSamples } from '#schema/trialFacts.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { loadNumberPlan } from '../platform/numbers.ts';

/** SQL: whether some of the samples of trial `t` are still there. */
export const hasSamples: RawBuilder<boolean> = sql<boolean>`(
  EXISTS (SELECT FROM template x WHERE x.uuid = t.template AND x.account = t.account)
  OR EXISTS (SELECT FROM contact c WHERE c.account = t.account AND c.uuid = ANY(t.contacts)))`;

/**
 * Adds the sample template and contacts in the person's language to an account whose number was verified. What the account
 * has under the same name or number stays as it is.
 */
export async function addSamples(trx: Db, { account, user }: Caller): Promise<void> {
  const { rows } = await sql<{ language: 'en' | 'ne' | null }>`
    SELECT language FROM users WHERE uuid = ${user}`.execute(trx);
  const { template, contacts } = trialSamples[rows[0]?.language ?? 'en'];
  const numberPlan = await loadNumberPlan(trx);
  const records = contacts.map((one) => ({ ...one, operator: numberPlan.find(one.phone).operator }));
  await sql`
    WITH template_made AS (
      INSERT INTO template (account, name, body) VALUES (${account}, ${template.name}, ${template.body})
      ON CONFLICT (account, name) DO NOTHING RETURNING uuid
    ), contact_made AS (
      -- Inactive: their numbers are examples, and no campaign may go to them.
      INSERT INTO contact (account, name, phone, operator, attributes, is_active)
      SELECT ${account}, name, phone, operator, attributes, false
      FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
        AS c(name text, phone text, operator text, attributes jsonb)
      ON CONFLICT (account, phone) DO NOTHING RETURNING uuid
    )
    UPDATE trial SET template = (SELECT uuid FROM template_made),
      contacts = ARRAY(SELECT uuid FROM contact_made)
    WHERE account = ${account}`.execute(trx);
}

/** Removes the samples that nobody has changed, in the caller's transaction; changed ones are the customer's own. */
export async function removeSamples(trx: Db, caller: Caller): Promise<void> {
  const { account } = caller;
  const { rows } = await sql<{ templates: number; contacts: number }>`
    WITH t AS (SELECT template, contacts FROM trial WHERE account = ${account} FOR UPDATE),
    gone_template AS (
      DELETE FROM template x USING t
      WHERE x.account = ${account} AND x.uuid = t.template AND x.updated_at = x.created_at RETURNING x.uuid),
    gone_contact AS (
      DELETE FROM contact c USING t
      WHERE c.account = ${account} AND c.uuid = ANY(t.contacts) AND c.updated_at = c.created_at RETURNING c.uuid)
    SELECT (SELECT count(*)::int FROM gone_template) AS templates, (SELECT count(*)::int FROM gone_contact) AS contacts`.execute(
    trx,
  );
  await sql`UPDATE trial SET template = NULL, contacts = '{}' WHERE account = ${account}`.execute(trx);
  const removed = rows[0] as (typeof rows)[0];
  if (removed.templates + removed.contacts === 0) return;
  await audit(trx, caller, { action: 'delete', entity: 'sms/templates', title: 'Samples', before: removed });
}
