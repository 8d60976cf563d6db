import type { ColumnMapping } from './columns.ts';
import { BLACKLIST_REASON_MAX, CONTACT_NAME_MAX, CONTACT_VALUE_MAX, CONTACT_VALUES_MAX } from './limits.ts';

/** What the rows of an imported file become. */
export type SheetTarget = 'contacts' | 'blacklist';

/** Why a row with a valid number is refused by its target. */
export interface TargetProblem {
  problem: 'name-too-long' | 'value-too-long' | 'too-many-values' | 'reason-too-long';
  /** The header of the cell that is too long. */
  column?: string;
  /** Number of cells above the limit. */
  count?: number;
}

type Mapped = { [Field in keyof ColumnMapping]?: string | null | undefined };

/** Checks a row of a file with these columns, given the text of its cells. */
export function targetCheck(
  target: SheetTarget,
  columns: readonly string[],
  mapping: Mapped,
): (cells: readonly string[]) => TargetProblem | undefined {
  const placeOf = (column: string | null | undefined): number => (column ? columns.indexOf(column) : -1);
  const phoneAt = placeOf(mapping.phone);
  const nameAt = placeOf(mapping.name);
  const reasonAt = placeOf(mapping.reason);
  if (target === 'blacklist')
    return (cells) =>
      (cells[reasonAt]?.length ?? 0) > BLACKLIST_REASON_MAX ? { problem: 'reason-too-long' } : undefined;
  return (cells) => {
    if ((cells[nameAt]?.length ?? 0) > CONTACT_NAME_MAX) return { problem: 'name-too-long' };
    let count = 0;
    for (let at = 0; at < columns.length; at++) {
      const cell = cells[at];
      if (!cell || at === phoneAt || at === nameAt) continue;
      count++;
      if (cell.length > CONTACT_VALUE_MAX) return { problem: 'value-too-long', column: columns[at] ?? '' };
    }
    return count > CONTACT_VALUES_MAX ? { problem: 'too-many-values', count } : undefined;
  };
}

/** Whether any target may refuse a row. Most rows are too short for that and need no further check. */
export const mayBeTooLong = (cells: readonly string[]): boolean =>
  cells.length > CONTACT_VALUES_MAX || cells.some((cell) => cell.length > CONTACT_NAME_MAX);
