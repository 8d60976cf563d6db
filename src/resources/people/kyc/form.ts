import { z } from 'zod';
import {
  type AccountType,
  hasBack,
  type Kyc,
  type KycInput,
  kyc,
  kycErrors,
  needsIssueDistrict,
} from '#schema/kyc.ts';
import { today } from '../../../core/format.ts';
import type { User } from '../../../core/session.ts';
import { explain, withAnyReference } from '../../../crud/resolver.ts';

export type Name = keyof KycInput;
/** The form's values: texts as typed, places and files as chosen. */
export type Values = Partial<Record<Name, string | number | null>>;
/** Errors by field name, in the format of ra-core's ValidationError. */
export type Problems = Partial<Record<Name, string>>;

const names = Object.keys(kyc.create.shape) as Name[];

export const steps = ['who', 'document', 'address', 'files', 'check'] as const;
export type Step = (typeof steps)[number];

/** The fields of a step, in the order of its inputs. */
export function fieldsOf(step: Step, type: AccountType, documentType: unknown): Name[] {
  const isCompany = type === 'company';
  const kind = typeof documentType === 'string' ? documentType : null;
  switch (step) {
    case 'who':
      return [
        ...(isCompany ? (['company_name', 'company_pan'] as const) : []),
        ...(['first_name', 'middle_name', 'last_name', 'name_ne', 'birth_date', 'gender'] as const),
      ];
    case 'document':
      return [
        ...(['document_type', 'document_number', 'issue_date'] as const),
        ...(needsIssueDistrict(kind) ? (['issue_district'] as const) : []),
      ];
    case 'address':
      return ['province', 'district', 'municipality', 'ward', 'tole'];
    case 'files':
      return [
        'document_front',
        ...(hasBack(kind) ? (['document_back'] as const) : []),
        'photo',
        ...(isCompany ? (['pan_certificate'] as const) : []),
      ];
    default:
      return [];
  }
}

/** The step of a field; the check if none has it. */
export const stepOf = (name: string, type: AccountType, documentType: unknown): Step =>
  steps.find((step) => fieldsOf(step, type, documentType).some((one) => one === name)) ?? 'check';

/**
 * What is submitted: without fields that do not apply, such as a back side uploaded before the type was changed to
 * passport.
 */
function bodyOf(values: Values, type: AccountType): Values {
  const inputs = new Set(steps.flatMap((step) => fieldsOf(step, type, values.document_type)));
  const take = (name: Name) => {
    const value = inputs.has(name) ? values[name] : null;
    return typeof value === 'string' && value.trim() === '' ? null : (value ?? null);
  };
  return Object.fromEntries(names.map((name) => [name, take(name)]));
}

/** Another API may name places by texts. */
const place = z.union([z.int().positive(), z.string().min(1)]);
const submission = withAnyReference(
  kyc.create.extend({
    issue_district: place.nullish(),
    province: place,
    district: place,
    municipality: place,
  }),
) as unknown as typeof kyc.create;

const REQUIRED = 'crud.error.required';
const asKey = (message: string): string => (message === 'Required' ? REQUIRED : message);

/**
 * Validates the form by the contract's schema and cross-field rules, like the server. Returns all errors at once, or what
 * to submit.
 */
export function checked(values: Values, type: AccountType): { problems: Problems; body?: KycInput } {
  const given = bodyOf(values, type);
  const { error, data } = submission.safeParse(given, { error: explain });
  const problems: Problems = {};
  for (const { path, message } of error?.issues ?? []) problems[path[0] as Name] ??= asKey(message);
  // An incomplete day cannot be compared.
  const sound = Object.fromEntries(
    names.filter((name) => !problems[name]).map((name) => [name, given[name]]),
  );
  const together = kycErrors(sound as Partial<KycInput>, { type, today: today() });
  for (const [name, message] of Object.entries(together)) problems[name as Name] ??= asKey(message);
  return data && Object.keys(problems).length === 0 ? { problems, body: data } : { problems };
}

/** The first step with an error; the check if there is none. */
export function firstOpen(values: Values, type: AccountType): Step {
  const { problems } = checked(values, type);
  const isOpen = (step: Step) => fieldsOf(step, type, values.document_type).some((name) => problems[name]);
  return steps.find(isOpen) ?? 'check';
}

/** Splits a full name into first, middle and last name; empty if it is not an English name. */
function partsOf(name: string): Values {
  const [first, ...others] = name.trim().split(/\s+/);
  const last = others.pop();
  if (!first || !last || !/^[A-Za-z .'-]+$/.test(name)) return {};
  return { first_name: first, middle_name: others.join(' ') || null, last_name: last };
}

/** The form's initial values: the record being corrected, otherwise what is known about the user. */
export function initialValues(record: Kyc | undefined, user: User | null): Values {
  const nothing = Object.fromEntries(names.map((name) => [name, null]));
  if (record) return Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
  if (!user) return nothing;
  const { name, account } = user;
  return {
    ...nothing,
    ...partsOf(name),
    ...(account?.type === 'company' && { company_name: account.name, company_pan: account.pan ?? null }),
  };
}
