import type { SheetRow } from '#schema/sheets/columns.ts';
import {
  BLACKLIST_REASON_MAX,
  CONTACT_NAME_MAX,
  CONTACT_VALUE_MAX,
  CONTACT_VALUES_MAX,
} from '#schema/sheets/limits.ts';
import { checkRow } from '#schema/sheets/rows.ts';
import type { TargetProblem } from '#schema/sheets/targetCheck.ts';
import { problemSentence } from '../platform/numbers.ts';
import { invalidField } from '../platform/problem.ts';
import type { Mapping, RefusedRow } from './importTarget.ts';

/**
 * The index of a mapped column; -1 if none is named.
 * @throws Problem `invalid` on `mapping.{field}` when the file has no such column.
 */
export function placeOf(
  columns: readonly string[],
  mapping: Mapping,
  field: 'phone' | 'name' | 'reason',
): number {
  const header = mapping[field];
  if (!header) return -1;
  const found = columns.indexOf(header);
  if (found < 0) throw invalidField(`mapping.${field}`, `The file has no column "${header}".`);
  return found;
}

/** The number of a row in E.164, or why any target would refuse the row. */
export function phoneOf(
  { row, cells }: SheetRow,
  columns: readonly string[],
  phoneAt: number,
): { phone: string; refused(reason: string): RefusedRow } | RefusedRow {
  const value = cells[phoneAt] ?? '';
  const refused = (reason: string): RefusedRow => ({ row, cells, value, reason });
  const { phone, problem } = checkRow(cells, columns.length, phoneAt);
  return problem ? refused(problemSentence(problem)) : { phone, refused };
}

/** Why the target refuses a row with a valid number. */
export function targetSentence({ problem, column, count }: TargetProblem): string {
  switch (problem) {
    case 'name-too-long':
      return `The name is longer than ${CONTACT_NAME_MAX} characters.`;
    case 'value-too-long':
      return `"${column}" is longer than ${CONTACT_VALUE_MAX} characters.`;
    case 'too-many-values':
      return `The row has ${count} filled columns besides name and number. A contact can have ${CONTACT_VALUES_MAX}.`;
    case 'reason-too-long':
      return `The reason is longer than ${BLACKLIST_REASON_MAX} characters.`;
  }
}
