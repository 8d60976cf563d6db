import { sql } from 'kysely';
import { documentKinds, pictureKinds } from '#schema/file.ts';
import {
  type AccountType,
  type KycDecision,
  type KycInput,
  type KycSubmission,
  kyc,
  kycErrors,
} from '#schema/kyc.ts';
import type { Db } from '../../db/database.ts';
import { releaseDocuments, requireDocument } from '../files/documents.ts';
import { postKycDecision } from '../mail/decisionMails.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { databaseNow } from '../platform/databaseClock.ts';
import { nepalDay } from '../platform/nepalTime.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { isUnchangedSince } from '../platform/unchangedSince.ts';
import { addressError, isDistrict } from './locations.ts';

const files = {
  document_front: documentKinds,
  document_back: documentKinds,
  photo: pictureKinds,
  pan_certificate: documentKinds,
} as const;

/** Throws `invalid` with every invalid field. */
export async function refuseWrong(db: Db, input: KycInput, type: AccountType): Promise<void> {
  const errors = kycErrors(input, { type, today: nepalDay(await databaseNow(db)) });
  const address = addressError(input);
  if (address) errors[address[0]] = address[1];
  if (input.issue_district && !isDistrict(input.issue_district)) {
    errors.issue_district = 'This district does not exist.';
  }
  if (Object.keys(errors).length === 0) return;
  throw new Problem('invalid', 'Some fields are not correct.', {
    errors: Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, [message]])),
  });
}

/** The input that applies to the account's type: without fields that only companies have. */
export function fitting(input: KycInput, type: AccountType): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(kyc.create.shape) as (keyof KycInput)[]) values[name] = input[name] || null;
  if (type === 'company') return values;
  return { ...values, company_name: null, company_pan: null, pan_certificate: null };
}

/** Locks the account of a record, as submitting, correcting and deciding do before they lock the record. */
export const lockAccountOf = (trx: Db, uuid: string) =>
  sql`SELECT FROM account WHERE uuid = (SELECT account FROM kyc WHERE uuid = ${uuid}) FOR NO KEY UPDATE`.execute(
    trx,
  );

/** What somebody has read of a record, as it says it; null: they do not say. */
export interface SeenKyc {
  submitted_at?: string | null | undefined;
  updated_at?: string | null | undefined;
}

/**
 * Checks that the account's pending record is still the version submitted at that time. Throws `conflict` if
 * staff have corrected it since it was read.
 */
async function isPendingSince(
  trx: Db,
  account: string,
  { submitted_at = null, updated_at = null }: SeenKyc,
): Promise<boolean> {
  const { rows } = await sql<{ is_read: boolean }>`
    SELECT ${isUnchangedSince('updated_at', updated_at)} AS is_read FROM kyc WHERE account = ${account} AND status = 'pending'
      AND ${submitted_at}::timestamptz IS NOT NULL AND ${isUnchangedSince('submitted_at', submitted_at)}`.execute(
    trx,
  );
  if (rows[0] && !rows[0].is_read) {
    throw new Problem(
      'conflict',
      'Your provider corrected your KYC after you opened it. Reload the page, and then change it.',
    );
  }
  return rows.length > 0;
}

/**
 * Submits the identity behind the caller's account, resubmits it after a rejection, or changes a pending record, in the
 * caller's transaction; returns the record's uuid. Throws `conflict` after approval, and while it is pending unless
 * `submitted_at` names the pending version; `invalid` with the wrong fields.
 */
export async function submitKyc(
  trx: Db,
  caller: Caller,
  { submitted_at, updated_at, ...input }: KycSubmission,
): Promise<string> {
  const { account, user } = caller;
  // Of two concurrent submissions the second waits here, and reads what the first has done.
  const { rows: accounts } = await sql<{ type: AccountType; kyc_status: string }>`
    SELECT type, kyc_status FROM account WHERE uuid = ${account} FOR NO KEY UPDATE`.execute(trx);
  const { type, kyc_status } = accounts[0] ?? { type: 'individual', kyc_status: 'none' };
  const isChange =
    kyc_status === 'pending' && (await isPendingSince(trx, account, { submitted_at, updated_at }));
  if (kyc_status === 'approved' || (kyc_status === 'pending' && !isChange)) {
    throw new Problem('conflict', `Your KYC is already ${kyc_status}. Nothing was changed.`);
  }
  await refuseWrong(trx, input, type);
  const values = fitting(input, type);
  for (const [name, kinds] of Object.entries(files)) {
    if (values[name]) await requireDocument(trx, account, values[name] as string, name, kinds);
  }
  const { rows: former } = await sql<Record<string, string | null>>`
    SELECT ${sql.join(Object.keys(files).map((name) => sql.ref(name)))} FROM kyc WHERE account = ${account}`.execute(
    trx,
  );
  const given = { ...values, account, user, type };
  const columns = Object.keys(given).map((name) => sql.ref(name));
  const { rows } = await sql<{ uuid: string; name: string }>`
    INSERT INTO kyc (${sql.join(columns)}) VALUES (${sql.join(Object.values(given))})
    ON CONFLICT (account) DO UPDATE SET
      ${sql.join(columns.map((column) => sql`${column} = excluded.${column}`))},
      status = 'pending', reason = NULL, decided_at = NULL, submitted_at = now()
    RETURNING uuid, name`.execute(trx);
  await releaseDocuments(trx, Object.values(former[0] ?? {}));
  await sql`UPDATE account SET kyc_status = 'pending' WHERE uuid = ${account}`.execute(trx);
  const { uuid: record, name } = rows[0] as (typeof rows)[0];
  const title = String(values.company_name ?? name);
  // The record itself keeps the submitted data; the log does not repeat personal details.
  const after = { status: 'pending', type, name, company_name: values.company_name };
  const action = isChange ? 'update' : 'submit';
  await audit(trx, caller, { action, entity: kyc.name, record, title, after });
  return record;
}

/**
 * Approves or rejects a pending record in the caller's transaction, stores the decision permanently, and returns the
 * record's account. An approved account gets the verified name, type and PAN. Of two concurrent decisions one wins; the
 * other gets `conflict`. Throws `forbidden` for what the caller has submitted: colleagues
 * decide about the provider's own account.
 */
export async function decideKyc(
  trx: Db,
  caller: Caller,
  uuid: string,
  { status, reason }: { status: 'approved'; reason?: undefined } | { status: 'rejected'; reason: string },
  { submitted_at = null, updated_at = null }: SeenKyc = {},
): Promise<string> {
  await lockAccountOf(trx, uuid);
  const { rows: submitted } = await sql<{
    user: string;
  }>`SELECT "user" FROM kyc WHERE uuid = ${uuid}`.execute(trx);
  if (submitted[0]?.user === caller.user) {
    throw new Problem(
      'forbidden',
      'You submitted this KYC, so somebody else must decide about it. Nothing was changed.',
    );
  }
  const { rows } = await sql<{ account: string; decision: string; title: string; was: object; is: object }>`
    WITH decided AS (
      UPDATE kyc SET status = ${status}, reason = ${reason ?? null}, decided_at = now()
      WHERE uuid = ${uuid} AND status = 'pending' AND ${isUnchangedSince('submitted_at', submitted_at)}
        AND ${isUnchangedSince('updated_at', updated_at)}
      RETURNING uuid, account, type, name, company_name, company_pan, submitted_at),
    kept AS (
      INSERT INTO kyc_decision (kyc, status, reason, submitted_at, decided_by)
      SELECT uuid, ${status}, ${reason ?? null}, submitted_at, ${caller.user} FROM decided RETURNING uuid)
    UPDATE account a SET kyc_status = ${status}
      ${status === 'approved' ? sql`, ${PROVED}` : sql``}
    FROM decided d JOIN account o ON o.uuid = d.account WHERE a.uuid = d.account
    RETURNING d.account, (SELECT uuid FROM kept) AS decision, coalesce(d.company_name, d.name) AS title,
      json_build_object('name', o.name, 'type', o.type, 'pan', o.pan) AS was,
      json_build_object('name', a.name, 'type', a.type, 'pan', a.pan) AS is`.execute(trx);
  if (rows[0]) {
    const { account, decision, title, was, is } = rows[0];
    await audit(trx, caller, {
      action: status === 'approved' ? 'approve' : 'reject',
      entity: kyc.name,
      record: uuid,
      account,
      title,
      before: { status: 'pending' },
      after: { status, ...(reason && { reason }) },
    });
    await audit(trx, caller, {
      action: 'update',
      entity: 'admin/accounts',
      record: account,
      account,
      title,
      before: was,
      after: is,
    });
    await postKycDecision(trx, decision, account);
    return account;
  }
  const { rows: found } = await sql<{ status: string }>`
    SELECT status FROM kyc WHERE uuid = ${uuid}`.execute(trx);
  if (!found[0]) throw notFound();
  if (found[0].status === 'pending') {
    throw new Problem('conflict', 'This KYC was changed after you opened it. Nothing was changed.');
  }
  throw new Problem('conflict', `This KYC is already ${found[0].status}. Nothing was changed.`);
}

/** For a company its registered name and PAN, for a person the name. */
export const PROVED = sql`type = d.type, name = coalesce(d.company_name, d.name), pan = coalesce(d.company_pan, a.pan)`;

/** The decisions on a record, newest first; `withNames` includes who decided. */
export async function kycDecisions(db: Db, uuid: string, withNames: boolean): Promise<KycDecision[]> {
  const { rows } = await sql<KycDecision>`
    SELECT d.uuid, d.status, d.reason, CASE WHEN ${withNames} THEN u.name END AS decided_by, d.submitted_at,
      d.decided_at
    FROM kyc_decision d JOIN users u ON u.uuid = d.decided_by
    WHERE d.kyc = ${uuid} ORDER BY d.uuid DESC`.execute(db);
  return rows;
}
