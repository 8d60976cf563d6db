import { type Kysely, sql } from 'kysely';
import type { UploadedFile } from '#schema/file.ts';
import { KYC_SUBMIT, type Kyc, type KycInput } from '#schema/kyc.ts';
import type { Answer, TestApp, User } from './app.ts';
import { jpeg, pdf, png } from './documents.ts';

/** The four documents of each user of an app, uploaded once: uploads are limited per minute. */
const documents = new WeakMap<TestApp, Partial<Record<User, Promise<string[]>>>>();

async function upload(t: TestApp, as: User): Promise<string[]> {
  const uuids: string[] = [];
  for (const content of [png(), pdf(), jpeg(), pdf()]) {
    uuids.push((await t.upload<{ data: UploadedFile }>(content, 'scan', as)).body.data.uuid);
  }
  return uuids;
}

/**
 * Removes every record from a database. Decisions and corrections refuse deletion; the owner can bypass that.
 */
export async function emptyKyc(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE kyc_decision DISABLE TRIGGER kyc_decision_keep_all;
    ALTER TABLE kyc_correction DISABLE TRIGGER kyc_correction_keep_all;
    TRUNCATE kyc, kyc_decision, kyc_correction;
    ALTER TABLE kyc_decision ENABLE TRIGGER kyc_decision_keep_all;
    ALTER TABLE kyc_correction ENABLE TRIGGER kyc_correction_keep_all`.execute(db);
}

/** The submission of a company in ward 10 of Kathmandu, with its own files. */
export async function kycInput(t: TestApp, as: User = 'customer'): Promise<KycInput> {
  const known = documents.get(t) ?? {};
  documents.set(t, known);
  known[as] ??= upload(t, as);
  const [front, back, photo, certificate] = await known[as];
  return {
    ...{ first_name: 'Sita', middle_name: 'Kumari', last_name: 'Sharma', name_ne: 'सीता कुमारी शर्मा' },
    ...{ birth_date: '1990-05-17', gender: 'female' },
    ...{ document_type: 'citizenship', document_number: '27-01-70-12345' },
    ...{ issue_date: '2008-01-02', issue_district: 27 },
    ...{ province: 3, district: 27, municipality: 307, ward: 10, tole: 'Baneshwor' },
    ...{ company_name: 'Himal Traders Pvt. Ltd.', company_pan: '301234567' },
    ...{ document_front: front!, document_back: back!, photo: photo!, pan_certificate: certificate! },
  };
}

export const submitKyc = <T = { data: Kyc }>(
  t: TestApp,
  body: unknown,
  as: User = 'customer',
): Promise<Answer<T>> => t.call<T>(as, 'POST', KYC_SUBMIT, body);
