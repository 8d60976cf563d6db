import type { z } from 'zod';
import { needsReference } from '#schema/paymentReference.ts';
import { explain, withAnyReference } from '../../../crud/resolver.ts';

/** Errors by field name, in the format of ra-core's ValidationError. */
export type Problems = Readonly<Record<string, string>>;

const REQUIRED = 'crud.error.required';

/** Validates a payment's input against the server's schema. */
export function problemsOf(
  schema: z.ZodType,
  input: { method: string; reference?: string | null | undefined },
): Problems {
  const { error } = withAnyReference(schema).safeParse(input, { error: explain });
  const problems: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) {
    problems[String(path[0])] ??= message === 'Required' ? REQUIRED : message;
  }
  // Cross-field rules only run once every field is valid, but users should see all errors at once.
  if (needsReference(input.method) && !input.reference) problems.reference ??= REQUIRED;
  return problems;
}

/** The server's field errors in the same format. */
export const problemsFrom = (errors: Readonly<Record<string, string[]>> = {}): Problems =>
  Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name, texts.join(' ')]));
