/** What can be wrong with a request, independent of the transport; plugins/errors.ts maps each to an HTTP status. */
const problemCodes = [
  'invalid',
  'wrong_credentials',
  'wrong_code',
  'wrong_passkey',
  'two_factor_required',
  'proof_required',
  'broken_link',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'changed',
  'duplicate',
  'already_created',
  'in_flight',
  'key_reused',
  'price_changed',
  'insufficient_balance',
  'no_operator',
  'too_large',
  'unsupported_file',
  'too_many_requests',
  'unavailable',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** An error for the caller: `detail` says what happened and what to do next. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: Record<string, string[]> | undefined;
  readonly data: unknown;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { errors?: Record<string, string[]>; data?: unknown } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = more.errors;
    this.data = more.data;
  }
}

export const notFound = (): Problem => new Problem('not_found', 'This record does not exist.');

export const forbidden = (): Problem =>
  new Problem('forbidden', 'You do not have the permission to do this.');

/** The error of a process whose database a newer version has migrated. */
export const updating = (): Problem =>
  new Problem('unavailable', 'The server is being updated. Nothing was changed. Try again in a minute.');

/** An error of one field. */
export const invalidField = (field: string, message: string): Problem =>
  new Problem('invalid', message, { errors: { [field]: [message] } });
