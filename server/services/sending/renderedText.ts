import { refusedCharacter } from '#schema/bodyText.ts';
import { own } from '#schema/own.ts';
import { placeholders, renderBody } from '#schema/sms.ts';
import { invalidField } from '../platform/problem.ts';

/** Why a rendered text may not be sent: which placeholder's value contains a forbidden character. */
export function valueProblem(
  body: string,
  values: Readonly<Record<string, string | undefined>>,
  text: string,
): string | undefined {
  const found = refusedCharacter(text);
  if (!found) return undefined;
  const name = placeholders(body).find((name) => refusedCharacter(own(values, name)?.trim() ?? ''));
  return name === undefined
    ? `The text has a character that may not be sent: ${found}.`
    : `The value of ${name} has a character that may not be sent: ${found}.`;
}

/** Why a text may not be sent whose placeholders have no values. */
export const noValue = (missing: readonly string[]): string => `No value for ${missing.join(', ')}.`;

/** The text of one message with its values. Throws an error of `values` if one is missing, or has a forbidden character. */
export function requireRendered(body: string, values: Readonly<Record<string, string>>): string {
  const { text, missing } = renderBody(body, values);
  const problem = missing.length > 0 ? noValue(missing) : valueProblem(body, values, text);
  if (problem) throw invalidField('values', problem);
  return text;
}
