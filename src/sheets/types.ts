import type { Operator } from '#schema/phone.ts';
import type { ColumnMapping, SheetRow } from '#schema/sheets/columns.ts';
import type { RowProblem as CellProblem } from '#schema/sheets/rows.ts';
import type { TargetProblem } from '#schema/sheets/targetCheck.ts';
import type { TextEncoding } from '#schema/sheets/text.ts';

export type Mapping = ColumnMapping;

/** Why a row cannot be used. */
export type RowProblem = CellProblem | TargetProblem['problem'] | 'duplicate';

/** What a reader should know of a sheet that can be read all the same. */
export type SheetWarning = 'no-header' | 'converted' | 'windows-1252' | 'legacy-font' | 'repeated-column';

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
  hasHeader: boolean;
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

/** Words of the report, in the reader's language. */
export interface ReportTexts {
  row: string;
  reason: string;
  /** `%{column}` stands for the header of the cell. */
  problems: Record<RowProblem, string>;
}
