import type { SheetRow } from '#schema/sheets/columns.ts';
import { checkRow } from '#schema/sheets/rows.ts';
import type { Mapping, RefusedRow } from './importTarget.ts';
import { problemSentence } from './numbers.ts';
import { invalidField } from './problem.ts';

/**
 * The place of a mapped column among a sheet's own; -1 where none is named.
 * @throws Problem `invalid` on `mapping.{field}` when the sheet has no such column.
 */
export function placeOf(columns: readonly string[], mapping: Mapping, field: keyof Mapping): number {
  const header = mapping[field];
  if (!header) return -1;
  const found = columns.indexOf(header);
  if (found < 0) throw invalidField(`mapping.${field}`, `The sheet has no column "${header}".`);
  return found;
}

/** The number of a row in E.164, or why the row is refused whatever it should become. */
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
