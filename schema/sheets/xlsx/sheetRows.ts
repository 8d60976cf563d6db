import { ROW_MAX, SHOWN_MAX } from '../limits.ts';
import { SheetError } from '../sheetError.ts';
import { type CellFormat, cellFormat } from './numberFormat.ts';
import { workbookText } from './text.ts';
import { type Attributes, createXmlReader } from './xml.ts';

/** The most rows and columns that Excel allows. */
const ROWS_MAX = 1_048_576;
/** Cells beyond the limit count as the last one: that is far too many columns anyway, and empty cells take memory. */
const CELLS_MAX = 1000;
/** Bytes of XML that are read at a time. */
const PIECE = 256 * 1024;
const MILLISECONDS = 86_400_000;

export interface SheetPiece {
  rows: string[][];
  /** The number of the first row. */
  first: number;
  /** The numbers of hidden rows that are not blank. */
  hidden: number[];
  /** Cells with an error such as #N/A, or with a formula whose result was never saved; they are read as empty. */
  faulty: number;
  /** Progress through the sheet: 0 to 1. */
  fraction: number;
}

export interface SheetContext {
  strings: readonly string[];
  formats: readonly CellFormat[];
  is1904: boolean;
  /** Reads hidden rows as blank ones, which are ignored. */
  skipHidden: boolean;
}

/** The column of `AB12`, starting at 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const letter = reference.charCodeAt(i) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

/** An ISO 8601 moment as Excel's serial number. */
const serialOf = (text: string, is1904: boolean): string => {
  const moment = Date.parse(
    /[zZ]|[+-]\d\d:\d\d$/.test(text) ? text : `${text}${text.includes('T') ? 'Z' : ''}`,
  );
  return String((moment - Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30)) / MILLISECONDS);
};

interface Cell {
  at: number;
  type: string;
  format: CellFormat;
  hasFormula: boolean;
}

/** The rows of a sheet's XML as displayed texts, chunk by chunk. Throws when they cannot be read. */
export function* sheetRows(xml: Uint8Array, context: SheetContext): Generator<SheetPiece, void, void> {
  const { strings, formats, is1904, skipHidden } = context;
  const general = cellFormat('General', is1904);
  let rows: string[][] = [];
  let hidden: number[] = [];
  let faulty = 0;
  let last = 0;
  let cells: string[] = [];
  let isHidden = false;
  let column = 0;
  let cell: Cell | undefined;
  let value = '';
  let isValue = false;
  let isPhonetic = false;
  let shownLength = 0;
  let rowLength = 0;

  const count = (more: number): void => {
    shownLength += more;
    if (shownLength > SHOWN_MAX) throw new SheetError('workbook-too-large');
  };
  const openRow = ({ r, hidden: flag }: Attributes): void => {
    const number = r === undefined ? last + 1 : Number(r);
    if (!(number > last)) throw new SheetError('unreadable');
    if (number > ROWS_MAX) throw new SheetError('workbook-too-large');
    while (++last < number) rows.push([]);
    cells = [];
    rowLength = 0;
    column = 0;
    isHidden = flag === '1' || flag === 'true';
  };
  const closeRow = (): void => {
    // Each place counts, as its separator in a CSV file does.
    count(cells.length);
    if (isHidden && cells.length > 0) hidden.push(last);
    rows.push(isHidden && skipHidden ? [] : cells);
  };
  const openCell = ({ r, s, t = 'n' }: Attributes): void => {
    if (r !== undefined) column = columnOf(r);
    const format = s === undefined ? general : (formats[Number(s)] ?? general);
    cell = { at: Math.min(column, CELLS_MAX), type: t, format, hasFormula: false };
    column++;
    value = '';
  };
  const shown = ({ type, format, hasFormula }: Cell): string => {
    if (type === 'e' || (value === '' && hasFormula && type === 'n')) faulty++;
    if (type === 'e' || value === '') return '';
    switch (type) {
      case 's': {
        const text = strings[Number(value)];
        if (text === undefined) throw new SheetError('unreadable');
        return format.text(text);
      }
      case 'str':
      case 'inlineStr':
        return format.text(workbookText(value));
      case 'b':
        return value === '0' ? 'FALSE' : 'TRUE';
      case 'd':
        return format === general ? value : format.number(serialOf(value, is1904));
      default:
        return format.number(value);
    }
  };
  const closeCell = (of: Cell): void => {
    const text = shown(of);
    cell = undefined;
    if (text === '') return;
    rowLength += text.length;
    // As in a CSV file. The answer to an upload shows some rows.
    if (rowLength > ROW_MAX) throw new SheetError('row-too-long', { row: last });
    count(text.length);
    while (cells.length < of.at) cells.push('');
    cells[of.at] = text;
  };

  const reader = createXmlReader({
    open(name, attributes) {
      if (name === 'c') openCell(attributes());
      else if (name === 'row') openRow(attributes());
      else if (cell) {
        if (name === 'v') isValue = true;
        else if (name === 't') isValue = !isPhonetic;
        else if (name === 'rPh') isPhonetic = true;
        else if (name === 'f') cell.hasFormula = true;
      }
    },
    text(piece) {
      if (isValue) value += piece;
    },
    close(name) {
      if (name === 'row') closeRow();
      else if (cell) {
        if (name === 'c') closeCell(cell);
        else if (name === 'v' || name === 't') isValue = false;
        else if (name === 'rPh') isPhonetic = false;
      }
    },
  });

  const decoder = new TextDecoder();
  let first = 1;
  for (let at = 0; at < xml.length || at === 0; at += PIECE) {
    const end = Math.min(xml.length, at + PIECE);
    reader.write(decoder.decode(xml.subarray(at, end), { stream: end < xml.length }));
    if (end === xml.length) reader.end();
    const piece = { rows, first, hidden, faulty, fraction: end / Math.max(1, xml.length) };
    first += rows.length;
    rows = [];
    hidden = [];
    faulty = 0;
    yield piece;
  }
}
