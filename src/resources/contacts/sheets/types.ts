import type { Operator } from '#schema/phone.ts';
import type { ColumnMapping, SheetRow } from '#schema/sheets/columns.ts';
import type { RowProblem as CellProblem } from '#schema/sheets/rows.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import type { TargetProblem } from '#schema/sheets/targetCheck.ts';
import type { TextEncoding } from '#schema/sheets/text.ts';

export type Mapping = ColumnMapping;

/** Why a row cannot be used. */
export type RowProblem = CellProblem | TargetProblem['problem'] | 'duplicate';

/** Warnings about a file that can still be read. */
export type SheetWarning =
  | 'no-header'
  | 'converted'
  | 'windows-1252'
  | 'legacy-font'
  | 'repeated-column'
  | 'faulty-cells';

export interface ProblemRow {
  row: number;
  /** The content of the phone column. */
  value: string;
  problem: RowProblem;
  /** The header of the cell that is too long. */
  column?: string;
}

export interface SheetProgress {
  rows: number;
  /** Progress through the file, 0 to 1. */
  fraction: number;
}

/** The result of reading a file once. */
export interface SheetSummary {
  kind: 'csv' | 'xlsx';
  encoding: TextEncoding;
  columns: string[];
  /** The header row; 0 if there is none. */
  headerRow: number;
  /** The first rows of the file, including titles and header. */
  head: SheetRow[];
  /** The visible sheets of a workbook; none for a CSV file. */
  sheets: readonly string[];
  /** The sheet that was read. */
  sheet: string | null;
  /** Rows hidden by the spreadsheet, and whether they were skipped. */
  hidden: number;
  skipsHidden: boolean;
  /** Cells read as empty: errors, or formulas without a result. */
  faulty: number;
  /** The first rows below the header. */
  sample: SheetRow[];
  /** As requested, otherwise guessed from names and contents. */
  mapping: Mapping;
  /** Non-empty rows without the header. */
  rows: number;
  good: number;
  bad: number;
  duplicates: number;
  /** Usable numbers by operator. */
  operators: Record<Operator, number>;
  /** Usable numbers of closed operators. */
  closed: number;
  /** The first thousand unusable rows. */
  problems: ProblemRow[];
  /** All of them as CSV: line, reason, and the original cells; null if there are none. */
  report: Blob | null;
  warnings: SheetWarning[];
  /** What to upload: the file itself, or a UTF-8 copy if it has another encoding. */
  upload: File;
}

/** The sheet options for a request. Guesses are included too, so that both sides read the same table. */
export const choiceOf = ({ sheet, headerRow, hidden, skipsHidden }: SheetSummary): SheetChoice => ({
  ...(sheet !== null && { sheet }),
  header_row: headerRow,
  ...(hidden > 0 && skipsHidden && { hidden_rows: 'skip' }),
});

/** Texts of the report, in the user's language. */
export interface ReportTexts {
  row: string;
  reason: string;
  /** `%{column}` stands for the header of the cell. */
  problems: Record<RowProblem, string>;
}
