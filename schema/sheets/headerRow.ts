import { isPhone, PHONE_WORDS, type SheetRow } from './columns.ts';

/** A longer text is a sentence about the sheet. */
const NAME_MAX = 40;

const filled = ({ cells }: SheetRow): number => cells.filter((cell) => cell !== '').length;

const namesPhones = ({ cells }: SheetRow): boolean =>
  cells.some((cell) => cell.length <= NAME_MAX && PHONE_WORDS.test(cell));

/**
 * Which of a sheet's first rows has the names of its columns; undefined where the first has a number already. Titles
 * above the names are passed over where it is plain: a row of one cell above a table of more, or a row that names no
 * number above a wider one that does. Else it is the first row.
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
