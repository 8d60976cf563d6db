import { csvLine } from '#schema/sheets/cells.ts';

/** The mark by which Excel recognises UTF-8. */
export const CSV_BOM = '\ufeff';

/**
 * Paisa, fractional to four decimals, as rupees with at least two decimals, so that people can add them up. The API's
 * amounts are paisa.
 */
export const rupees = (paisa: number): string => (paisa / 100).toFixed(6).replace(/(\.\d\d\d*?)0+$/, '$1');

export const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

/** A chunk of a CSV file, and how many records it contains. */
export interface CsvPart {
  text: string;
  rows: number;
}

export const csvHead = (cells: Parameters<typeof csvLine>[0]): CsvPart => ({ text: csvLine(cells), rows: 0 });

/** Lines of `csvLine`, one per record. */
export const csvRows = (lines: readonly string[]): CsvPart => ({ text: lines.join(''), rows: lines.length });
