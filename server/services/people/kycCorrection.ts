import { sql } from 'kysely';
import {
  type AccountType,
  type KycCorrection,
  type KycCorrectionInput,
  type KycInput,
  kyc,
  kycCorrected,
} from '#schema/kyc.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import type { Caller } from '../platform/caller.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { isUnchangedSince } from '../platform/unchangedSince.ts';
import { fitting, lockAccountOf, PROVED, refuseWrong } from './kyc.ts';

type Found = KycInput & {
  account: string;
  /** Who submitted it. */
  user: string;
  name: string;
  type: AccountType;
  status: 'pending' | 'approved' | 'rejected';
  is_read: boolean;
};

/** The record and its account, locked in the same order as a submission: the account first. */
async function lockRecord(trx: Db, uuid: string, seen: string | null): Promise<Found> {
  await lockAccountOf(trx, uuid);
  const { rows } = await sql<Found>`
    SELECT *, ${isUnchangedSince('updated_at', seen)} AS is_read FROM kyc WHERE uuid = ${uuid} FOR UPDATE`.execute(
    trx,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

/**
 * Corrects typing errors in a pending or approved record, in the caller's transaction, and keeps the old
 * values. An approved account gets the corrected name and PAN. The audit log has the reason and the names of
 * the fields: their values are personal data and stay in `kyc_correction`. A correction without a change
 * leaves no trace. Throws `forbidden` for what the caller has submitted, `conflict` for a rejected record and for
 * one that was changed since `updated_at`, `invalid` with the invalid fields.
 */
export async function correctKyc(
  trx: Db,
  caller: Caller,
  uuid: string,
  { reason, updated_at: seen = null, ...given }: KycCorrectionInput,
): Promise<void> {
  const record = await lockRecord(trx, uuid, seen);
  const { account, type, status } = record;
  if (record.user === caller.user) {
    throw new Problem(
      'forbidden',
      'You submitted this KYC, so somebody else must correct it. Nothing was changed.',
    );
  }
  if (status === 'rejected') {
    throw new Problem(
      'conflict',
      'This KYC was rejected, so its customer corrects and submits it again. Nothing was changed.',
    );
  }
  const input = { ...record, ...given } as KycInput;
  await refuseWrong(trx, input, type);
  const values = fitting(input, type);
  const names = kycCorrected.filter((name) => (values[name] ?? null) !== (record[name] ?? null));
  // Before the version is compared: the caller's own request may have been done without their learning of it.
  if (names.length === 0) return;
  if (!record.is_read) {
    throw new Problem('conflict', 'This KYC was changed after you opened it. Nothing was changed.');
  }
  const before = Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
  const after = Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  await sql`
    UPDATE kyc SET ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${after[name]}`))}
    WHERE uuid = ${uuid}`.execute(trx);
  await sql`
    INSERT INTO kyc_correction (kyc, reason, before, after, corrected_by)
    VALUES (${uuid}, ${reason}, ${JSON.stringify(before)}, ${JSON.stringify(after)}, ${caller.user})`.execute(
    trx,
  );
  await audit(trx, caller, {
    ...{ action: 'correct', entity: kyc.name, record: uuid, account },
    title: String(values.company_name ?? record.name),
    after: { reason, fields: names },
  });
  if (status === 'approved') await bearCorrected(trx, caller, uuid, account);
}

/** Copies name and PAN from an approved record to its account. */
async function bearCorrected(trx: Db, caller: Caller, uuid: string, account: string): Promise<void> {
  const { rows } = await sql<{ was: { name: string }; is: { name: string } }>`
    UPDATE account a SET ${PROVED}
    FROM kyc d JOIN account o ON o.uuid = d.account
    WHERE d.uuid = ${uuid} AND a.uuid = d.account
    RETURNING json_build_object('name', o.name, 'type', o.type, 'pan', o.pan) AS was,
      json_build_object('name', a.name, 'type', a.type, 'pan', a.pan) AS is`.execute(trx);
  const { was: before, is: after } = rows[0] as (typeof rows)[0];
  const written = { action: 'update', entity: 'admin/accounts', record: account, account };
  await audit(trx, caller, { ...written, title: after.name, before, after });
}

/** A record's corrections, latest first; `withNames` adds who made them. */
export async function kycCorrections(db: Db, uuid: string, withNames: boolean): Promise<KycCorrection[]> {
  const { rows } = await sql<KycCorrection>`
    SELECT c.uuid, c.reason, c.before, c.after, CASE WHEN ${withNames} THEN u.name END AS corrected_by, c.corrected_at
    FROM kyc_correction c JOIN users u ON u.uuid = c.corrected_by
    WHERE c.kyc = ${uuid} ORDER BY c.uuid DESC`.execute(db);
  return rows;
}
