import { type RawBuilder, sql } from 'kysely';
import { operators } from '#schema/phone.ts';
import type { SenderApprovals } from '#schema/senderIdentity.ts';
import type { Db } from '../../db/database.ts';
import { adoptDocument, releaseDocuments, requireDocument } from '../files/documents.ts';
import { postSenderDecision } from '../mail/decisionMails.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { isSuspended } from './approvedSender.ts';
import { AUDITED, refuse } from './senderIdentities.ts';

type Approval = Required<NonNullable<SenderApprovals['approvals']>[0]>;
type Seen = NonNullable<SenderApprovals['changed']>[0]['seen'];
type Recorded = NonNullable<Seen> & { operator: string };

/** What a campaign that was stopped says to its reader. */
const STOPPED = 'Its sender ID was suspended.';

const OUTDATED =
  'This approval was changed after you opened it. Nothing was saved. Reload the page and try again.';

interface Sender {
  name: string;
  account: string;
}

/**
 * Moves a sender ID between approved and suspended; of two concurrent requests one succeeds and the other
 * gets `conflict`.
 */
async function move(
  trx: Db,
  caller: Caller,
  uuid: string,
  to: 'suspended' | 'approved',
  reason: string,
): Promise<Sender> {
  const from = to === 'suspended' ? 'approved' : 'suspended';
  const { rows } = await sql<Sender>`
    UPDATE sender_identity SET status = ${to}, reason = ${reason}, decided_by = ${caller.user}, decided_at = now(),
      suspended_at = CASE WHEN ${to === 'suspended'} THEN now() ELSE suspended_at END
    WHERE uuid = ${uuid} AND status = ${from} RETURNING name, account`.execute(trx);
  const sender = rows[0] ?? (await refuse(trx, uuid, undefined, 'This sender ID is not approved.'));
  await postSenderDecision(trx, uuid, sender.account);
  return sender;
}

/**
 * Suspends an approved sender ID of any account, in the caller's transaction: nothing more is sent from it.
 * Campaigns that are sending are paused; the customer sees the reason and gets a mail. Throws `conflict` for
 * a sender ID that is not approved.
 */
export async function suspendSender(trx: Db, caller: Caller, uuid: string, reason: string): Promise<void> {
  const { name, account } = await move(trx, caller, uuid, 'suspended', reason);
  const paused = await pauseSuspended(trx, { account, name });
  await audit(trx, caller, {
    ...{ action: 'suspend', entity: AUDITED, record: uuid, account, title: name },
    before: { status: 'approved' },
    after: { status: 'suspended', reason, campaigns_paused: paused },
  });
}

/**
 * Restores a suspended sender ID to approved, in the caller's transaction, and mails the customer. Paused
 * campaigns stay paused: their owner decides whether to resume them. Throws `conflict` for any other sender
 * ID.
 */
export async function restoreSender(trx: Db, caller: Caller, uuid: string, reason: string): Promise<void> {
  const { name, account } = await move(trx, caller, uuid, 'approved', reason);
  await audit(trx, caller, {
    ...{ action: 'restore', entity: AUDITED, record: uuid, account, title: name },
    before: { status: 'suspended' },
    after: { status: 'approved', reason },
  });
}

/**
 * Pauses campaigns that are sending from suspended sender IDs, or from one; returns how many. Without `of`
 * workers run it at each tick, for campaigns that have started since, such as scheduled ones: it never waits
 * for a lock.
 */
export async function pauseSuspended(db: Db, of?: Sender): Promise<number> {
  const which = of ? sql`c.account = ${of.account} AND c.sender = ${of.name}` : isSuspended('c');
  const { numAffectedRows } = await sql`
    UPDATE campaign SET status = 'paused', error = ${STOPPED} WHERE uuid IN (
      SELECT c.uuid FROM campaign c WHERE c.status = 'sending' AND ${which}
      ORDER BY c.uuid FOR UPDATE OF c ${of ? sql`` : sql`SKIP LOCKED`})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** SQL of the operators' approvals of the sender ID `t`; see `senderIdentity.approvals`. */
export const approvalsOf: RawBuilder<unknown> = sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object('operator', a.operator, 'status', a.status, 'reference', a.reference,
    'document', a.document) ORDER BY array_position(${[...operators]}::text[], a.operator))
  FROM sender_approval a WHERE a.sender = t.uuid), '[]')`;

/**
 * Records operators' approvals of a sender ID of any account, in the caller's transaction: all of them, or those that are
 * `changed`. Documents may be the caller's uploads. Throws `conflict` for a rejected sender ID, if one is neither what was
 * `seen` nor what it is to become, and for an invalid document.
 */
export async function setApprovals(
  trx: Db,
  caller: Caller,
  uuid: string,
  { approvals, changed = [] }: SenderApprovals,
): Promise<void> {
  // Before the approvals are read: a statement that waits for the lock reads them as they were before it.
  await sql`SELECT FROM sender_identity WHERE uuid = ${uuid} FOR UPDATE`.execute(trx);
  const { rows } = await sql<Sender & { status: string; before: Approval[] }>`
    SELECT name, account, status, ${approvalsOf} AS before FROM sender_identity t WHERE uuid = ${uuid}`.execute(
    trx,
  );
  if (!rows[0]) throw notFound();
  const { name, account, status, before } = rows[0];
  if (status === 'rejected') {
    throw new Problem('conflict', 'This sender ID was rejected. Nothing was changed.');
  }
  const given = [...changed, ...(approvals ?? before)];
  const after = operators.flatMap((operator) => {
    const one = given.find((approval) => approval.operator === operator);
    if (!one?.status) return [];
    const { document: stored = null } = before.find((was) => was.operator === operator) ?? {};
    const { status, reference, document = stored } = one;
    return [{ operator, status, reference: reference || null, document }];
  });
  const isOutdated = changed.some(({ operator, seen }) => {
    const textIn = (all: readonly Recorded[]) => asText(all.find((one) => one.operator === operator));
    // The caller's own request may have been done without their learning of it.
    return seen !== undefined && ![asText(seen), textIn(after)].includes(textIn(before));
  });
  if (isOutdated) throw new Problem('conflict', OUTDATED);
  for (const { operator, document } of after) {
    if (!document || before.some((was) => was.document === document)) continue;
    await adoptDocument(trx, caller, account, document);
    await requireDocument(trx, account, document, `approvals.${operator}`);
  }
  const kept = after.map(({ operator }) => operator);
  await sql`DELETE FROM sender_approval WHERE sender = ${uuid} AND operator <> ALL(${kept})`.execute(trx);
  await sql`
    INSERT INTO sender_approval (sender, operator, status, reference, document)
    SELECT ${uuid}, operator, status, reference, document
    FROM jsonb_to_recordset(${JSON.stringify(after)}::jsonb)
      AS a(operator text, status text, reference text, document uuid)
    ON CONFLICT (sender, operator) DO UPDATE SET status = excluded.status, reference = excluded.reference,
      document = excluded.document`.execute(trx);
  await releaseDocuments(
    trx,
    before.map(({ document }) => document),
  );
  await audit(trx, caller, {
    ...{ action: 'update', entity: AUDITED, record: uuid, account, title: name },
    before: { approvals: before.map(sameKeys) },
    after: { approvals: after },
  });
}

/** What an approval says, to compare; null: nothing is recorded. */
const asText = (approval: Seen): string =>
  JSON.stringify(approval ? [approval.status, approval.reference || null, approval.document ?? null] : null);

/** PostgreSQL orders JSON keys in its own way, and the audit log compares texts. */
const sameKeys = ({ operator, status, reference, document }: Approval): Approval => ({
  ...{ operator, status, reference, document },
});
