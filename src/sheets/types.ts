import type { Operator, PhoneProblem } from '#schema/phone.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Why a row cannot be used. */
export type RowProblem = PhoneProblem | 'duplicate';

/** What a reader should know of a sheet that can be read all the same. */
export type SheetWarning =
  | 'no-header'
  | 'converted'
  | 'windows-1252'
  | 'legacy-font'
  | 'repeated-column'
  | 'ragged';

/** Why a sheet cannot be read at all. `row` is where, for the reasons that have a place. */
export type SheetFailure =
  | 'too-large'
  | 'workbook-too-large'
  | 'not-a-sheet'
  | 'empty'
  | 'no-rows'
  | 'too-many-columns'
  | 'unclosed-quote'
  | 'unreadable';

/** Column names of the sheet; null for none. */
export interface Mapping {
  phone: string | null;
  name: string | null;
  /** Why a number is listed. */
  reason?: string | null;
}

/** A row of the sheet: its line in the file, where the first line is 1, and its cells as text. */
export interface SheetRow {
  row: number;
  cells: string[];
}

export interface ProblemRow {
  row: number;
  /** What the phone column holds. */
  value: string;
  problem: RowProblem;
}

export interface SheetProgress {
  rows: number;
  /** Of the file, from 0 to 1. */
  fraction: number;
}

/** Everything that reading a sheet once tells. */
export interface SheetSummary {
  kind: 'csv' | 'xlsx';
  encoding: Encoding;
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
  problems: Record<RowProblem, string>;
}

export class SheetError extends Error {
  readonly code: SheetFailure;
  readonly row: number | undefined;
  constructor(code: SheetFailure, row?: number) {
    super(row === undefined ? code : `${code} in row ${row}`);
    this.name = 'SheetError';
    this.code = code;
    this.row = row;
  }
}
