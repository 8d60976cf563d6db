import { sql } from 'kysely';
import type { z } from 'zod';
import type { SenderDecision, senderIdentity } from '#schema/senderIdentity.ts';
import type { Db } from '../../db/database.ts';
import { releaseDocuments, requireDocument } from '../files/documents.ts';
import { postSenderDecision } from '../mail/decisionMails.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { invalidField, notFound, Problem } from '../platform/problem.ts';
import { isUnchangedSince } from '../platform/unchangedSince.ts';

/** The audit log's name for these records, for customers and staff alike. */
export const AUDITED = 'admin/sender-identities';

/** Throws the reason why a request could not be decided, changed, withdrawn, suspended or restored. */
export async function refuse(
  db: Db,
  uuid: string,
  account?: string,
  pending = 'This request was changed after you opened it. Nothing was decided.',
): Promise<never> {
  const { rows } = await sql<{ status: string; account: string }>`
    SELECT status, account FROM sender_identity WHERE uuid = ${uuid}`.execute(db);
  const found = rows[0];
  if (!found || (account !== undefined && found.account !== account)) throw notFound();
  throw new Problem(
    'conflict',
    found.status === 'pending' ? pending : `This sender ID is already ${found.status}. Nothing was changed.`,
  );
}

/**
 * Requests a sender ID for the caller's account, in the caller's transaction, and returns the request's uuid. Throws for a
 * name that is pending or approved there already, and for an invalid document.
 */
export async function requestSender(
  trx: Db,
  caller: Caller,
  { name, purpose, document }: z.infer<typeof senderIdentity.create>,
): Promise<string> {
  const { account } = caller;
  if (document) await requireDocument(trx, account, document, 'document');
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO sender_identity (account, name, purpose, document)
    VALUES (${account}, ${name}, ${purpose}, ${document ?? null})
    ON CONFLICT (account, lower(name)) WHERE status <> 'rejected' DO NOTHING RETURNING uuid`.execute(trx);
  if (rows[0]) {
    const record = rows[0].uuid;
    const after = { name, purpose, document };
    await audit(trx, caller, { action: 'request', entity: AUDITED, record, title: name, after });
    return record;
  }
  throw invalidField('name', 'Your account already has this sender ID, or has requested it.');
}

/**
 * Changes a pending request of the caller's account, in the caller's transaction. Throws `conflict` if it was already
 * decided, and for an invalid document.
 */
export async function changeSender(
  trx: Db,
  caller: Caller,
  uuid: string,
  { purpose, document = null }: z.infer<typeof senderIdentity.update>,
): Promise<void> {
  const { account } = caller;
  const { rows } = await sql<{ name: string; purpose: string; document: string | null }>`
    SELECT name, purpose, document FROM sender_identity
    WHERE uuid = ${uuid} AND account = ${account} AND status = 'pending' FOR UPDATE`.execute(trx);
  const { name, ...before } = rows[0] ?? (await refuse(trx, uuid, account));
  const after = { purpose, document };
  if (document && document !== before.document) await requireDocument(trx, account, document, 'document');
  await sql`UPDATE sender_identity SET purpose = ${purpose}, document = ${document}
    WHERE uuid = ${uuid}`.execute(trx);
  await releaseDocuments(trx, [before.document]);
  await audit(trx, caller, { action: 'update', entity: AUDITED, record: uuid, title: name, before, after });
}

/** Withdraws an account's own request, in the caller's transaction. Throws `conflict` if it was already decided. */
export async function withdrawSender(trx: Db, caller: Caller, uuid: string): Promise<void> {
  const { account } = caller;
  const { rows } = await sql<{ name: string; purpose: string | null; documents: (string | null)[] }>`
    DELETE FROM sender_identity s
    WHERE uuid = ${uuid} AND account = ${account} AND status = 'pending'
    RETURNING name, purpose, ARRAY(SELECT document FROM sender_approval WHERE sender = s.uuid) || document AS documents`.execute(
    trx,
  );
  const { documents, ...before } = rows[0] ?? (await refuse(trx, uuid, account));
  await releaseDocuments(trx, documents);
  await audit(trx, caller, {
    action: 'withdraw',
    entity: AUDITED,
    record: uuid,
    title: before.name,
    before,
  });
}

/**
 * Approves or rejects a pending request of any account, in the caller's transaction. Of two concurrent decisions one wins
 * and the other gets `conflict`; so does a decision on a request that the customer has changed since it was read. The
 * customer reads the reason.
 */
export async function decideSender(
  trx: Db,
  caller: Caller,
  uuid: string,
  { status, reason, updated_at: seen = null }: SenderDecision,
): Promise<void> {
  const { rows } = await sql<{ name: string; account: string }>`
    UPDATE sender_identity
    SET status = ${status}, reason = ${reason || null}, decided_by = ${caller.user}, decided_at = now()
    WHERE uuid = ${uuid} AND status = 'pending' AND ${isUnchangedSince('updated_at', seen)}
    RETURNING name, account`.execute(trx);
  const { name, account } = rows[0] ?? (await refuse(trx, uuid));
  await audit(trx, caller, {
    action: status === 'approved' ? 'approve' : 'reject',
    entity: AUDITED,
    record: uuid,
    account,
    title: name,
    before: { status: 'pending' },
    after: { status, ...(reason && { reason }) },
  });
  await postSenderDecision(trx, uuid, account);
}
