import { sql } from 'kysely';
import type { z } from 'zod';
import type { SenderDecision, senderIdentity } from '#schema/senderIdentity.ts';
import type { Db } from '../db/database.ts';
import { requireDocument } from './documents.ts';
import { invalidField, notFound, Problem } from './problem.ts';
import type { Caller } from './sessions.ts';

/** Says why a request that was to be decided or taken back was not. */
async function refuse(db: Db, uuid: string, account?: string): Promise<never> {
  const { rows } = await sql<{ status: string; account: string }>`
    SELECT status, account FROM sender_identity WHERE uuid = ${uuid}`.execute(db);
  const found = rows[0];
  if (!found || (account !== undefined && found.account !== account)) throw notFound();
  throw new Problem('conflict', `This sender identity is ${found.status} already. Nothing was changed.`);
}

/**
 * Asks for a sender name for the caller's account, in the caller's transaction, and answers the request's
 * uuid. Throws for a name that is pending or approved there already, and for a document that is none.
 */
export async function requestSender(
  trx: Db,
  { account }: Caller,
  { name, purpose, document }: z.infer<typeof senderIdentity.create>,
): Promise<string> {
  if (document) await requireDocument(trx, account, document, 'document');
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO sender_identity (account, name, purpose, document)
    VALUES (${account}, ${name}, ${purpose}, ${document ?? null})
    ON CONFLICT (account, lower(name)) WHERE status <> 'rejected' DO NOTHING RETURNING uuid`.execute(trx);
  if (rows[0]) return rows[0].uuid;
  throw invalidField('name', 'Your account has this sender name already, or has asked for it.');
}

/** Takes back an account's own request. Throws `conflict` when it was decided before. */
export async function withdrawSender(db: Db, { account }: Caller, uuid: string): Promise<void> {
  const { numAffectedRows } = await sql`
    DELETE FROM sender_identity
    WHERE uuid = ${uuid} AND account = ${account} AND status = 'pending'`.execute(db);
  if (!numAffectedRows) await refuse(db, uuid, account);
}

/**
 * Approves or rejects a pending request of any account: of two who decide, one does and the other hears of
 * it by `conflict`. The customer reads the reason.
 */
export async function decideSender(
  db: Db,
  { user }: Caller,
  uuid: string,
  { status, reason }: SenderDecision,
): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE sender_identity
    SET status = ${status}, reason = ${reason || null}, decided_by = ${user}, decided_at = now()
    WHERE uuid = ${uuid} AND status = 'pending'`.execute(db);
  if (!numAffectedRows) await refuse(db, uuid);
}
