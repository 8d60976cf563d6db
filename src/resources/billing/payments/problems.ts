import type { z } from 'zod';
import { needsReference } from '#schema/paymentReference.ts';
import { explain } from '../../../crud/resolver.ts';

/** What is wrong with an input, by the name of its field, as ra-core's ValidationError takes it. */
export type Problems = Readonly<Record<string, string>>;

const REQUIRED = 'crud.error.required';

/** Checks a payment's input against the schema that the server checks it with. */
export function problemsOf(
  schema: z.ZodType,
  input: { method: string; reference?: string | null | undefined },
): Problems {
  const { error } = schema.safeParse(input, { error: explain });
  const problems: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) {
    problems[String(path[0])] ??= message === 'Required' ? REQUIRED : message;
  }
  // A rule across fields is only looked at when each field is right; people want to see all at once.
  if (needsReference(input.method) && !input.reference) problems.reference ??= REQUIRED;
  return problems;
}

/** The server's field errors in the same form. */
export const problemsFrom = (errors: Readonly<Record<string, string[]>> = {}): Problems =>
  Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name, texts.join(' ')]));
