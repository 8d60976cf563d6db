import { type RawBuilder, sql } from 'kysely';
import { type DocumentKind, documentKinds } from '#schema/file.ts';
import { kycRead, kycSubmit } from '#schema/kyc.ts';
import { allows, isStaff, type Pair } from '#schema/permissions.ts';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../platform/caller.ts';
import { invalidField, notFound } from '../platform/problem.ts';

/**
 * Attaches an uploaded document of the account to a record, in the caller's transaction, so that housekeeping keeps it.
 * `field` is the request's field with the file, `kinds` the allowed kinds. Throws if the file belongs to somebody else, is
 * gone, or is not a document.
 */
export async function requireDocument(
  db: Db,
  account: string,
  uuid: string,
  field: string,
  kinds: readonly string[] = documentKinds,
): Promise<void> {
  // A single statement: housekeeping that is deleting the file either waits and keeps it, or was first.
  const { rows } = await sql<{ kind: string }>`
    UPDATE file SET attached = attached OR kind = ANY(${kinds})
    WHERE uuid = ${uuid} AND account = ${account} RETURNING kind`.execute(db);
  if (!rows[0]) throw invalidField(field, 'This file does not exist. Upload it again.');
  if (kinds.includes(rows[0].kind)) return;
  throw invalidField(
    field,
    kinds.includes('pdf')
      ? 'This file is not a document. Upload a PDF, JPEG or PNG.'
      : 'This file is not a picture. Upload a JPEG or PNG.',
  );
}

/**
 * Gives a document that the caller uploaded, and that no record uses yet, to another account, in the caller's
 * transaction: staff add a document to a customer's record, and the customer can read it like their own.
 * Other files are not changed.
 */
export async function adoptDocument(db: Db, caller: Caller, account: string, uuid: string): Promise<void> {
  await sql`
    UPDATE file SET account = ${account}
    WHERE uuid = ${uuid} AND account = ${caller.account} AND "user" = ${caller.user} AND NOT attached
      AND kind = ANY(${documentKinds})`.execute(db);
}

/**
 * Releases documents that a record referred to until the caller's transaction changed or removed it. Housekeeping deletes
 * those that no other record refers to some days later.
 */
export async function releaseDocuments(
  trx: Db,
  former: readonly (string | null | undefined)[],
): Promise<void> {
  const uuids = former.filter((uuid) => uuid != null);
  if (uuids.length === 0) return;
  // Locked first, so that the next statement sees a record that was just being given the same document.
  await sql`SELECT FROM file WHERE uuid = ANY(${uuids}) ORDER BY uuid FOR NO KEY UPDATE`.execute(trx);
  const isUsed = kinds.map(({ isAttached }) => isAttached);
  await sql`
    UPDATE file f SET attached = false, detached_at = now()
    WHERE uuid = ANY(${uuids}) AND attached AND NOT (${sql.join(isUsed, sql` OR `)})`.execute(trx);
}

/** A stored document. */
interface StoredDocument {
  account: string;
  name: string;
  size: number;
  kind: DocumentKind;
  path: string;
}

const get = (name: string): Pair => [name, 'get'];
const post = (name: string): Pair => [name, 'post'];

/** A kind of record that has documents, and who may read them. */
interface Kind {
  isAttached: RawBuilder<unknown>;
  /** Any of these allows reading those of one's own account. */
  own: readonly Pair[];
  /** Staff need this for those of all accounts. */
  all: Pair;
}

/** Most private first: an identity paper stays one, whatever else refers to the same file. */
const kinds: readonly Kind[] = [
  {
    isAttached: sql`EXISTS (SELECT FROM kyc k WHERE k.account = f.account
      AND f.uuid IN (k.document_front, k.document_back, k.photo, k.pan_certificate))`,
    own: [kycRead],
    all: kycRead,
  },
  {
    isAttached: sql`EXISTS (SELECT FROM payment_reference p WHERE p.account = f.account AND p.receipt = f.uuid)`,
    own: [get('topup-list'), get('package-history')],
    all: get('payment-reference-list'),
  },
  {
    isAttached: sql`(EXISTS (SELECT FROM sender_identity s WHERE s.account = f.account AND s.document = f.uuid)
      OR EXISTS (SELECT FROM sender_approval a JOIN sender_identity s ON s.uuid = a.sender
        WHERE a.document = f.uuid AND s.account = f.account))`,
    own: [post('bulk-sms'), get('profile-my')],
    all: get('sender-identity-list'),
  },
];

/** Purposes of a document upload: KYC, top-ups and purchases, sender IDs, operators' answers about these. */
export const documentUploads: readonly Pair[] = [
  kycSubmit,
  ...['topup-list', 'package-list', 'profile-my', 'sender-identity-list'].map(post),
];

/** Any of these allows reading some document: of a record, or one's own upload that is not attached yet. */
export const documentReads: readonly Pair[] = [
  ...kinds.flatMap(({ own, all }) => [...own, all]),
  ...documentUploads,
];

/**
 * A document that the caller may read: attached to a record of a readable kind, of their account or, for staff, of any; or
 * their own unattached upload. Throws `not_found` for any other file.
 */
export async function findDocument(db: Db, caller: Caller, uuid: string): Promise<StoredDocument> {
  const { account, user, role, pairs, actor } = caller;
  const hasPermission = (required: readonly Pair[]) => required.some((pair) => allows(pairs, pair));
  const isOwn = sql`f.account = ${account}`;
  const cases = kinds.map(({ isAttached, own, all }) => {
    const staff = isStaff(role) && hasPermission([all]);
    return sql`WHEN ${isAttached} THEN ${staff} OR (${hasPermission(own)} AND ${isOwn})`;
  });
  // Earlier versions did not record the uploader, so it may be an identity paper.
  const uploader = actor ? sql`false` : sql`coalesce(f."user" = ${user}, ${hasPermission([kycSubmit])})`;
  const { rows } = await sql<StoredDocument>`
    SELECT f.account, f.name, f.size, f.kind, f.path FROM file f
    WHERE f.uuid = ${uuid} AND f.kind = ANY(${documentKinds})
      AND CASE ${sql.join(cases, sql` `)} ELSE ${isOwn} AND ${uploader} END`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}
