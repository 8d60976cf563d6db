import type { Plan } from '#schema/compose.ts';
import { readPhone } from '#schema/phone.ts';
import { date, digits } from '../../../core/format.ts';

type Translate = (key: string, options?: Record<string, unknown>) => string;
export type RefusedRow = Plan['refused_rows'][number];
/** The line of a pasted number; undefined for others. */
export type LineOf = (row: Pick<RefusedRow, 'source' | 'row'>) => number | undefined;

/**
 * Why a recipient is refused, in the reader's language. The server's reason is English: it is
 * translated from its parts, or shown unchanged if it has no known parts. `lineOf` finds the line of a pasted number.
 */
export function refusalText(
  translate: Translate,
  { refusal, reason, value, source }: RefusedRow,
  lineOf?: LineOf,
): string {
  if (refusal === 'invalid') {
    // A row may be unusable whatever its number: then the reason is a sentence about the row.
    const problem = reason.startsWith('The row ') ? undefined : readPhone(value).problem;
    return problem ? translate(`crud.phone.${problem}`) : translate(reason, { _: reason });
  }
  if (refusal === 'duplicate') {
    const [, row, isPasted] = reason.match(/row (\d+)( of the numbers)?/) ?? [];
    const line = row && lineOf?.({ source: isPasted ? 'numbers' : source, row: Number(row) });
    if (line) return translate('plan.reason.duplicateOfLine', { line: digits(String(line)) });
    return row
      ? translate('plan.reason.duplicateOf', { row: digits(row) })
      : translate('plan.reason.duplicate');
  }
  if (refusal === 'blacklisted') {
    const [, day = '', source, because] =
      reason.match(/^On the blacklist since (\S+) \((manual|import|opt-out)\)(?:: (.*?))?\.?$/s) ?? [];
    if (source) {
      const since = translate(`plan.reason.since.${source}`, { date: date(day) });
      // The server's own reasons are sentences that it knows in both languages.
      const why = because && translate(`${because}.`, { _: because });
      return why ? translate('plan.reason.sinceFor', { since, why }) : since;
    }
    const why = reason.match(/^On the blacklist: (.*?)\.?$/s)?.[1];
    return why ? translate('plan.reason.blacklistedFor', { why }) : translate('plan.reason.blacklisted');
  }
  if (refusal === 'missing-value') {
    const names = reason.match(/^(?:There is no|No) value for (.*?)\.?$/s)?.[1];
    return names ? translate('plan.reason.missing', { names }) : translate(reason, { _: reason });
  }
  // What is too long for Viber is told in characters.
  const [, parts, max] = (refusal === 'too-long' && reason.match(/(\d+) parts\b.*?(\d+)/)) || [];
  return parts && max
    ? translate('plan.reason.tooLong', { parts: digits(parts), max: digits(max) })
    : translate(reason, { _: reason });
}
