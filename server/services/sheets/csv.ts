import { csvLine } from '#schema/sheets/cells.ts';

/** What tells Excel that a file is UTF-8. */
export const CSV_BOM = '\ufeff';

/**
 * Paisa, fractional to four decimals, as rupees with two decimals at least: what people add up in a sheet. The
 * API's own amounts are paisa.
 */
export const rupees = (paisa: number): string => (paisa / 100).toFixed(6).replace(/(\.\d\d\d*?)0+$/, '$1');

export const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

/** A piece of a CSV file, and how many records it tells of. */
export interface CsvPart {
  text: string;
  rows: number;
}

export const csvHead = (cells: Parameters<typeof csvLine>[0]): CsvPart => ({ text: csvLine(cells), rows: 0 });

/** Lines of `csvLine`, one a record. */
export const csvRows = (lines: readonly string[]): CsvPart => ({ text: lines.join(''), rows: lines.length });
