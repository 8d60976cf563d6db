import { type RawBuilder, sql } from 'kysely';
import { type DocumentKind, documentKinds } from '#schema/file.ts';
import { allows, isStaff, type Pair } from '#schema/permissions.ts';
import type { Db } from '../db/database.ts';
import { invalidField, notFound } from './problem.ts';
import type { Caller } from './sessions.ts';

/**
 * Attaches an uploaded document of the account's own to a record, in the caller's transaction: housekeeping
 * lets it be from then on. `field` is the request's field that names the file, `kinds` what it may be.
 * Throws for a file that is not theirs, that is gone, or that is no document.
 */
export async function requireDocument(
  db: Db,
  account: string,
  uuid: string,
  field: string,
  kinds: readonly string[] = documentKinds,
): Promise<void> {
  // One statement: housekeeping that deletes the file at this moment either waits and spares it, or was first.
  const { rows } = await sql<{ kind: string }>`
    UPDATE file SET attached = attached OR kind = ANY(${kinds})
    WHERE uuid = ${uuid} AND account = ${account} RETURNING kind`.execute(db);
  if (!rows[0]) throw invalidField(field, 'There is no such file. Upload it again.');
  if (kinds.includes(rows[0].kind)) return;
  throw invalidField(
    field,
    kinds.includes('pdf')
      ? 'This file is not a document. Upload a PDF, JPEG or PNG.'
      : 'This file is not a picture. Upload a JPEG or PNG.',
  );
}

/** A stored document. */
interface StoredDocument {
  name: string;
  size: number;
  kind: DocumentKind;
  path: string;
}

/** The records that documents belong to, and the pair with which staff read those of all accounts. */
const records: readonly [pair: Pair, isAttached: RawBuilder<unknown>][] = [
  [
    ['kyc-list', 'get'],
    sql`EXISTS (SELECT FROM kyc k WHERE k.account = f.account
      AND f.uuid IN (k.document_front, k.document_back, k.photo, k.pan_certificate))`,
  ],
  [
    ['payment-reference-list', 'get'],
    sql`EXISTS (SELECT FROM payment_reference p WHERE p.account = f.account AND p.receipt = f.uuid)`,
  ],
  [
    ['sender-identity-list', 'get'],
    sql`EXISTS (SELECT FROM sender_identity s WHERE s.account = f.account AND s.document = f.uuid)`,
  ],
];

/**
 * A document that the caller may read: of their own account, or, for staff, attached to a record of a kind
 * that they may read. Throws `not_found` for any other file.
 */
export async function findDocument(db: Db, caller: Caller, uuid: string): Promise<StoredDocument> {
  const { account, role, pairs } = caller;
  const attached = records.filter(([pair]) => isStaff(role) && allows(pairs, pair)).map(([, sees]) => sees);
  const { rows } = await sql<StoredDocument>`
    SELECT f.name, f.size, f.kind, f.path FROM file f
    WHERE f.uuid = ${uuid} AND f.kind = ANY(${documentKinds})
      AND (${sql.join([sql`f.account = ${account}`, ...attached], sql` OR `)})`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}
