import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { sentDay, sentMoment } from './moments.ts';
import type { Pair } from './permissions.ts';
import { latinDigits } from './phone.ts';
import { REASON_MAX } from './reasonMax.ts';
import { shownLine, shownText } from './shownText.ts';

const kycStates = ['pending', 'approved', 'rejected'] as const;
const documentTypes = ['citizenship', 'passport', 'national_id', 'company_registration'] as const;
export type DocumentType = (typeof documentTypes)[number];
const accountTypes = ['individual', 'company'] as const;
export type AccountType = (typeof accountTypes)[number];

const NOT_ENGLISH = 'Write it in English letters, as on the document.';
const NOT_NEPALI = 'Write it in Nepali letters, as on the document.';
const NOT_NUMBER = 'Write the number as on the document: digits, English letters, hyphens and slashes.';
const NOT_PAN = 'A PAN has 9 digits.';

const english = z
  .string()
  .trim()
  .max(60)
  .regex(/^(?:[A-Za-z][A-Za-z .'-]*)?$/, NOT_ENGLISH);
const nepali = z
  .string()
  .trim()
  .max(120)
  .regex(/^(?:[\p{Script=Devanagari} .-]|\u200c|\u200d)*$/u, NOT_NEPALI);
/** Digits may be typed in Devanagari; they are stored as ASCII. */
const digits = z.string().trim().overwrite(latinDigits);
const place = z.int().positive();
const file = z.uuid();

const input = { write: 'create', list: false } as const;
const placeInput = { ...input, isId: true } as const;
const set = { write: 'never', list: false } as const;

/** Reading records: customers read their own account's, staff all accounts'. */
export const kycRead: Pair = ['kyc-list', 'get'];
/** Submitting the record of one's own account. Approving needs another pair, `kyc-list post`, which no customer has. */
export const kycSubmit: Pair = ['kyc-submit', 'post'];

/**
 * The identity behind an account. Its pages are open to every signed-in user (specification, section 6), but without
 * `kycRead` they show only the state: kycState. `create` is the body of POST /v1/autho/kyc/submit/; kycErrors checks fields
 * that depend on each other.
 */
export const kyc = defineEntity({
  name: 'kyc',
  path: '/v1/autho/kyc/',
  read: true,
  tenancy: 'staff',
  title: 'name',
  order: '-submitted_at',
  fields: {
    /** First, middle and last name together. */
    name: field('text', z.string(), { write: 'never', search: true, sort: true }),
    company_name: field('text', z.string().nullish(), { write: 'create', input: shownLine(200).nullish() }),
    type: choice(accountTypes, { write: 'never' }),
    document_type: choice(documentTypes, { write: 'create' }),
    status: choice(kycStates, { write: 'never' }),
    submitted_at: field('datetime', z.iso.datetime(), { write: 'never', sort: true }),
    decided_at: field('datetime', z.iso.datetime().nullable(), set),
    /** Why it was rejected. */
    reason: field('longText', z.string().nullable(), set),
    account: field('text', z.uuid(), set),
    account_name: field('text', z.string(), set),
    first_name: field('text', english.min(1, 'Required'), input),
    middle_name: field('text', english.nullish(), input),
    last_name: field('text', english.min(1, 'Required'), input),
    /** The full name in Nepali. */
    name_ne: field('text', nepali.nullish(), input),
    birth_date: field('date', sentDay(), input),
    gender: field('choice', z.enum(['female', 'male', 'other']).nullish(), {
      ...input,
      choices: ['female', 'male', 'other'],
    }),
    document_number: field(
      'text',
      digits
        .min(1, 'Required')
        .max(50)
        .regex(/^[A-Za-z0-9][A-Za-z0-9/ -]*$/, NOT_NUMBER),
      input,
    ),
    issue_date: field('date', sentDay(), input),
    issue_district: field('integer', place.nullish(), placeInput),
    /** Permanent address: ids from /v1/core/locations/. */
    province: field('integer', place, placeInput),
    district: field('integer', place, placeInput),
    municipality: field('integer', place, placeInput),
    ward: field('integer', place, input),
    tole: field('text', z.string().nullish(), { ...input, input: shownLine(120).nullish() }),
    company_pan: field('text', digits.regex(/^(?:\d{9})?$/, NOT_PAN).nullish(), input),
    /** Uploaded files. */
    document_front: field('text', file, input),
    document_back: field('text', file.nullish(), input),
    photo: field('text', file, input),
    pan_certificate: field('text', file.nullish(), input),
  },
});
export type Kyc = z.infer<typeof kyc.record>;

/**
 * The part of a record that is visible without `kycRead`: no personal data, no papers, and no reason, which may mention
 * either.
 */
export const kycState = kyc.record.pick({
  uuid: true,
  created_at: true,
  updated_at: true,
  status: true,
  submitted_at: true,
  decided_at: true,
});
export type KycState = z.infer<typeof kycState>;

/** A record as the server returns it. */
export const kycAnswer = z.union([kyc.record, kycState]);
export type KycInput = z.infer<typeof kyc.create>;

export const KYC_SUBMIT = `${kyc.path}submit/`;

/**
 * POST KYC_SUBMIT. To change a record that waits for its decision, send the `submitted_at` that was read; anything else is
 * 409, so that submitting twice submits once.
 */
export const kycSubmission = kyc.create.extend({
  submitted_at: sentMoment().nullish(),
  /** What they have read; where staff corrected the record since, it is 409. */
  updated_at: sentMoment().nullish(),
});
export type KycSubmission = z.infer<typeof kycSubmission>;

/** POST /v1/autho/kyc/approve/ and /reject/. */
const decided = {
  uuid: z.uuid(),
  /** What the reviewer has read; if the record was submitted again since, the answer is 409. */
  submitted_at: sentMoment().nullish(),
  /** The same of a record that staff corrected since. */
  updated_at: sentMoment().nullish(),
};
export const kycApproval = z.strictObject(decided);
export const kycRejection = z.strictObject({
  ...decided,
  reason: shownText(REASON_MAX).min(1, 'Required'),
});

/** What staff may correct: what somebody typed. Papers and their kind are the customer's to choose. */
export const kycCorrected = [
  ...(['first_name', 'middle_name', 'last_name', 'name_ne', 'birth_date', 'gender'] as const),
  ...(['document_number', 'issue_date', 'issue_district'] as const),
  ...(['province', 'district', 'municipality', 'ward', 'tole', 'company_name', 'company_pan'] as const),
] satisfies (keyof KycInput)[];

/** PUT {path}{uuid}/ (ours): the fields as they should be, and why, which the customer reads. */
export const kycCorrectionInput = kyc.create
  .pick(
    Object.fromEntries(kycCorrected.map((name) => [name, true])) as Record<
      (typeof kycCorrected)[number],
      true
    >,
  )
  .extend({
    reason: shownText(REASON_MAX).min(1, 'Required'),
    /** What the corrector has read; where the record was changed since, it is 409. */
    updated_at: sentMoment().nullish(),
  });
export type KycCorrectionInput = z.infer<typeof kycCorrectionInput>;

/** A correction, the latest first in GET {path}{uuid}/corrections/ (ours): the fields that differ, as they were and are. */
export const kycCorrection = z.object({
  uuid: z.uuid(),
  reason: z.string(),
  before: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
  after: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
  /** Their name, for staff; customers get null. */
  corrected_by: z.string().nullable(),
  corrected_at: z.iso.datetime(),
});
export type KycCorrection = z.infer<typeof kycCorrection>;

/** A decision on a record; GET {path}{uuid}/decisions/ (ours) lists them, newest first. */
export const kycDecision = z.object({
  uuid: z.uuid(),
  status: z.enum(['approved', 'rejected']),
  reason: z.string().nullable(),
  /** The reviewer's name, for staff; customers get null. */
  decided_by: z.string().nullable(),
  submitted_at: z.iso.datetime(),
  decided_at: z.iso.datetime(),
});
export type KycDecision = z.infer<typeof kycDecision>;

/** Citizenship certificates and national identity cards have two sides to show. */
export const hasBack = (type: string | null | undefined): boolean =>
  type === 'citizenship' || type === 'national_id';

/** The other documents have a single issuing office. */
export const needsIssueDistrict = (type: string | null | undefined): boolean =>
  type === 'citizenship' || type === 'company_registration';

/** Documents that an account of this type may submit. */
export const documentTypesOf = (type: AccountType): readonly DocumentType[] =>
  type === 'company' ? documentTypes : documentTypes.filter((one) => one !== 'company_registration');

const YOUNGEST = 16;
const EARLIEST = '1900-01-01';

/** `day` minus some years; 29 February becomes 1 March, as the law counts it. */
const yearsBefore = (day: string, years: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)) - years, Number(day.slice(5, 7)) - 1, Number(day.slice(8))))
    .toISOString()
    .slice(0, 10);

/**
 * Errors between fields, by field. `today` is the day in Nepal. Missing or invalid single fields are left to the schema.
 */
export function kycErrors(
  values: Partial<KycInput>,
  { type, today }: { type: AccountType; today: string },
): Record<string, string> {
  const errors: Record<string, string> = {};
  const { document_type, birth_date, issue_date } = values;
  const demand = (name: keyof KycInput) => {
    if (!values[name]) errors[name] = 'Required';
  };
  if (birth_date && birth_date > yearsBefore(today, YOUNGEST)) {
    errors.birth_date = `Only people aged ${YOUNGEST} or over can be verified.`;
  }
  if (birth_date && birth_date < EARLIEST) errors.birth_date = 'Check the year of birth.';
  if (issue_date && issue_date > today) errors.issue_date = 'The date of issue is in the future.';
  else if (issue_date && issue_date < EARLIEST) errors.issue_date = 'Check the year of issue.';
  else if (issue_date && birth_date && issue_date < birth_date && document_type !== 'company_registration') {
    errors.issue_date = 'The date of issue is before the date of birth.';
  }
  if (document_type && !documentTypesOf(type).includes(document_type)) {
    errors.document_type = 'This document is for companies. Choose another one.';
  }
  if (hasBack(document_type)) demand('document_back');
  if (needsIssueDistrict(document_type)) demand('issue_district');
  if (type === 'company')
    for (const name of ['company_name', 'company_pan', 'pan_certificate'] as const) demand(name);
  return errors;
}
