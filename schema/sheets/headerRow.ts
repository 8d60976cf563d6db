import { isPhone, PHONE_WORDS, type SheetRow } from './columns.ts';

/** A longer text is a sentence about the sheet, not a header. */
const NAME_MAX = 40;

const filled = ({ cells }: SheetRow): number => cells.filter((cell) => cell !== '').length;

const namesPhones = ({ cells }: SheetRow): boolean =>
  cells.some((cell) => cell.length <= NAME_MAX && PHONE_WORDS.test(cell));

/**
 * Finds the header among the first rows; undefined when the first row already has a number. Titles above the header are
 * skipped when they are obvious: a row of one cell above a table of more columns, or a row without a number column above a
 * wider one that has it. Otherwise it is the first row.
 */
export function guessHeader(rows: readonly SheetRow[]): SheetRow | undefined {
  const data = rows.findIndex(({ cells }) => cells.some(isPhone));
  const first = data === 0 ? undefined : rows[0];
  if (!first || data < 0) return first;
  const width = filled(rows[data] as SheetRow);
  const least = Math.min(2, width);
  const above = rows.slice(1, data);
  if (filled(first) >= least && namesPhones(first)) return first;
  const named = above.find((row) => filled(row) > filled(first) && namesPhones(row));
  if (named) return named;
  return (filled(first) < least && above.find((row) => filled(row) >= least)) || first;
}
