/** Why a sheet cannot be read at all. */
export type SheetFailure =
  | 'too-large'
  | 'workbook-too-large'
  | 'old-excel'
  | 'opendocument'
  | 'markup'
  | 'not-a-sheet'
  | 'not-utf8'
  | 'empty'
  | 'no-rows'
  | 'too-many-columns'
  | 'row-too-long'
  | 'unclosed-quote'
  /** A cell holds a NUL or half of a surrogate pair, which no database holds as text. */
  | 'bad-character'
  | 'no-sheet'
  | 'no-header-row'
  | 'unreadable'
  /** What reads workbooks could not be fetched. */
  | 'not-loaded';

/** Where in the sheet, for the failures that have a place: a row as the spreadsheet shows it, how many columns. */
interface Place {
  row?: number | undefined;
  columns?: number | undefined;
  /** The sheets that there are. */
  sheets?: readonly string[] | undefined;
}

/** A sheet that cannot be read. Both sides give `code` their own words. */
export class SheetError extends Error {
  readonly code: SheetFailure;
  readonly row: number | undefined;
  readonly columns: number | undefined;
  readonly sheets: readonly string[] | undefined;
  constructor(code: SheetFailure, { row, columns, sheets }: Place = {}) {
    super(row === undefined ? code : `${code} in row ${row}`);
    this.name = 'SheetError';
    this.code = code;
    this.row = row;
    this.columns = columns;
    this.sheets = sheets;
  }
}
