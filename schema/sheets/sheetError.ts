/** Why a file cannot be read at all. */
export type SheetFailure =
  | 'too-large'
  | 'workbook-too-large'
  | 'old-excel'
  | 'opendocument'
  | 'markup'
  /** A binary workbook, SYLK, DIF, contacts or a calendar of a phone, JSON. */
  | 'other-format'
  | 'not-a-sheet'
  /** A ZIP archive of another kind, such as .docx or .numbers. */
  | 'not-a-workbook'
  | 'not-utf8'
  | 'empty'
  | 'no-rows'
  | 'too-many-columns'
  | 'row-too-long'
  | 'unclosed-quote'
  /** A cell has a NUL or half of a surrogate pair, which no database can store as text. */
  | 'bad-character'
  | 'no-sheet'
  | 'no-header-row'
  | 'unreadable'
  /** The code for reading workbooks could not be loaded. */
  | 'not-loaded';

/** Details of errors that have a position: the row as the spreadsheet shows it, the number of columns. */
interface Place {
  row?: number | undefined;
  columns?: number | undefined;
  /** The sheets that exist. */
  sheets?: readonly string[] | undefined;
}

/** A file that cannot be read. Console and server each translate `code`. */
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
