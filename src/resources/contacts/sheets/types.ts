import type { Operator } from '#schema/phone.ts';
import type { ColumnMapping, SheetRow } from '#schema/sheets/columns.ts';
import type { RowProblem as CellProblem } from '#schema/sheets/rows.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import type { TargetProblem } from '#schema/sheets/targetCheck.ts';
import type { TextEncoding } from '#schema/sheets/text.ts';

export type Mapping = ColumnMapping;

/** Why a row cannot be used. */
export type RowProblem = CellProblem | TargetProblem['problem'] | 'duplicate';

/** What a reader should know of a sheet that can be read all the same. */
export type SheetWarning =
  | 'no-header'
  | 'converted'
  | 'windows-1252'
  | 'legacy-font'
  | 'repeated-column'
  | 'faulty-cells';

export interface ProblemRow {
  row: number;
  /** What the phone column holds. */
  value: string;
  problem: RowProblem;
  /** The header of the cell that is too long. */
  column?: string;
}

export interface SheetProgress {
  rows: number;
  /** Of the file, from 0 to 1. */
  fraction: number;
}

/** Everything that reading a sheet once tells. */
export interface SheetSummary {
  kind: 'csv' | 'xlsx';
  encoding: TextEncoding;
  columns: string[];
  /** The row that names them; 0 for none. */
  headerRow: number;
  /** The first rows of the file, titles and header too. */
  head: SheetRow[];
  /** A workbook's sheets that are not hidden; none of a CSV file. */
  sheets: readonly string[];
  /** The one that was read. */
  sheet: string | null;
  /** Rows that the spreadsheet hides, and whether they were left out. */
  hidden: number;
  skipsHidden: boolean;
  /** Cells that were read as empty: with an error, or a formula without a result. */
  faulty: number;
  /** The first rows below the header. */
  sample: SheetRow[];
  /** As asked for, else as guessed from names and contents. */
  mapping: Mapping;
  /** Rows that are not empty, without the header. */
  rows: number;
  good: number;
  bad: number;
  duplicates: number;
  /** Usable numbers by operator. */
  operators: Record<Operator, number>;
  /** Usable numbers of operators that have closed. */
  closed: number;
  /** The first thousand rows that cannot be used. */
  problems: ProblemRow[];
  /** All of them as CSV: line, reason, and the row's own cells; null where there are none. */
  report: Blob | null;
  warnings: SheetWarning[];
  /** What to upload: the file itself, or a copy in UTF-8 of one in another encoding. */
  upload: File;
}

/** Where a request finds the table that was read: what a server would guess is said too, so that both read alike. */
export const choiceOf = ({ sheet, headerRow, hidden, skipsHidden }: SheetSummary): SheetChoice => ({
  ...(sheet !== null && { sheet }),
  header_row: headerRow,
  ...(hidden > 0 && skipsHidden && { hidden_rows: 'skip' }),
});

/** Words of the report, in the reader's language. */
export interface ReportTexts {
  row: string;
  reason: string;
  /** `%{column}` stands for the header of the cell. */
  problems: Record<RowProblem, string>;
}
