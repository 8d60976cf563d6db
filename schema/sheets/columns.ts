import { latinDigits, readPhone } from '../phone.ts';
import { COLUMNS_MAX } from './limits.ts';
import { SheetError } from './sheetError.ts';

/** A row of a file: its number as the spreadsheet shows it, and the text of its cells. */
export interface SheetRow {
  row: number;
  /** May be fewer or more than the sheet has columns. */
  cells: string[];
}

/** Column names of the sheet; null for none. */
export interface ColumnMapping {
  phone: string | null;
  name: string | null;
  /** Why a number is on the list. */
  reason?: string | null;
}

const lastFilled = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell !== '') + 1;

/** Longer than any number that people write. Searching a long text for digits would be slow. */
const PHONE_MAX = 60;

/** Whether a cell is a number to send to, rather than a short number of another kind. */
export const isPhone = (cell: string): boolean =>
  cell.length <= PHONE_MAX &&
  /\d{9}/.test(latinDigits(cell).replace(/\D/g, '')) &&
  readPhone(cell).phone !== undefined;

/**
 * Names of the columns: from the header, `Column 3` where it has none, `name (2)` for a repeated name; by position when
 * there is no header. `rows` are the first ones below it. If a row is wider than the header, a CSV file has cells in wrong
 * columns; in a workbook only the name is missing.
 */
export function nameColumns(
  header: SheetRow | undefined,
  rows: readonly SheetRow[],
  isWorkbook: boolean,
): { columns: string[]; isRepeated: boolean } {
  const given = header?.cells ?? [];
  const widths = rows.map(({ cells }) => lastFilled(cells));
  const most = header && !isWorkbook ? given.length : Number.POSITIVE_INFINITY;
  const width = Math.max(lastFilled(given), ...widths.map((w) => Math.min(w, most)));
  if (width > COLUMNS_MAX) throw new SheetError('too-many-columns', { columns: width });
  const names = new Set<string>();
  let isRepeated = false;
  for (let i = 0; i < width; i++) {
    const base = given[i] || `Column ${i + 1}`;
    let name = base;
    for (let n = 2; names.has(name); n++) name = `${base} (${n})`;
    isRepeated ||= name !== base;
    names.add(name);
  }
  return { columns: [...names], isRepeated };
}

export const PHONE_WORDS = /phone|mobile|msisdn|\bcell|\btel|number|फोन|मोबा|नम्बर|नंबर/i;
const NAME_WORDS = /name|customer|client|member|student|person|नाम|ग्राहक/i;
const REASON_WORDS = /reason|remark|\bnote|comment|\bwhy\b|कारण|कैफियत/i;

/** Guesses which columns hold numbers, names and reasons, from their names and first rows. */
export function guessMapping(columns: readonly string[], rows: readonly SheetRow[]): ColumnMapping {
  const share = (index: number, fits: (cell: string) => boolean): number =>
    rows.filter(({ cells }) => fits(cells[index] ?? '')).length / Math.max(1, rows.length);
  const best = (score: (index: number) => number): number | undefined => {
    const scores = columns.map((_, index) => score(index));
    const most = Math.max(0, ...scores);
    return most > 0 ? scores.indexOf(most) : undefined;
  };
  const phone = best((i) => share(i, isPhone) + (PHONE_WORDS.test(columns[i] ?? '') ? 0.4 : 0));
  const isWord = (cell: string) => /\p{L}{2}/u.test(cell);
  const name = best((i) => {
    if (i === phone) return 0;
    const called = NAME_WORDS.test(columns[i] ?? '');
    const isUnnamed = /^Column \d+$/.test(columns[i] ?? '');
    return called ? 1 + share(i, isWord) : isUnnamed ? share(i, isWord) / 2 : 0;
  });
  const at = (index: number | undefined) => (index === undefined ? null : (columns[index] ?? null));
  const reason = columns.find((header, i) => i !== phone && REASON_WORDS.test(header));
  return { phone: at(phone), name: at(name), ...(reason !== undefined && { reason }) };
}
