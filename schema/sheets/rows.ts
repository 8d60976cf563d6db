import { type PhoneProblem, type PhoneResult, readPhone } from '../phone.ts';
import { isStorable } from '../storable.ts';
import { cellText, isBlankRow } from './cells.ts';
import { nameColumns, type SheetRow } from './columns.ts';
import { createCsvReader } from './csvReader.ts';
import { guessHeader } from './headerRow.ts';
import type { SheetChoice } from './sheetChoice.ts';
import { SheetError } from './sheetError.ts';
import { type OpenBytes, type TextEncoding, textPieces } from './text.ts';

/** Consecutive rows, including blank ones, with their cells as in the file. */
export interface RowPiece {
  rows: string[][];
  /** The number of the first row. */
  first: number;
  /** Bytes of the file read so far. */
  bytesRead: number;
  /** The numbers of hidden rows of a workbook, without blank ones. */
  hidden?: readonly number[];
  /** Cells of a workbook with an error such as #N/A, or with a formula whose result was never saved. */
  faulty?: number;
  /**
   * Only in the first chunk of a workbook: the visible sheets, the one that is read, and whether it may have hidden rows.
   * If not, no row needs to be read to find out.
   */
  workbook?: { sheets: readonly string[]; sheet: string; mayHide: boolean };
}

type RowPieces = AsyncGenerator<RowPiece, void, void>;

/** The rows of a CSV file, including the header. Throws a SheetError if they cannot be split. */
export async function* csvRows(open: OpenBytes, encoding: TextEncoding): RowPieces {
  const reader = createCsvReader();
  let first = 1;
  let bytesRead = 0;
  const piece = (text: string, isLast: boolean): RowPiece => {
    const rows = reader.read(text, isLast);
    first += rows.length;
    return { rows, first: first - rows.length, bytesRead };
  };
  for await (const next of textPieces(open, encoding)) {
    bytesRead = next.bytesRead;
    yield piece(next.text, false);
    if (reader.failure) throw reader.failure;
  }
  yield piece('', true);
  if (reader.failure) throw reader.failure;
}

/** A file that is being read once, from its start. */
export interface OpenSheet {
  /** Distinct names; `Column 1` and so on when the file has none. */
  columns: string[];
  /** The number of the header row; 0 when there is none. */
  headerRow: number;
  /** Whether two columns have the same name. */
  isRepeated: boolean;
  /** The first rows that are not blank, so that another header can be chosen. */
  head: SheetRow[];
  /** The first rows below the header that are not blank; they determine the columns' meaning. */
  top: SheetRow[];
  /** Only for a workbook. */
  workbook: RowPiece['workbook'];
  /** All rows below the header. Stopping early closes the source. */
  pieces: RowPieces;
}

/** How many rows are examined to name the columns. */
const TOP_ROWS = 200;
/** How many rows can be chosen as the header. */
const HEAD_ROWS = 12;

/**
 * The rows of a chunk that are not blank, with the text of their cells. Throws a SheetError for text that cannot be stored.
 */
export function* filledRows({ rows, first }: RowPiece): Generator<SheetRow, void, void> {
  for (let i = 0; i < rows.length; i++) {
    const cells = rows[i] as string[];
    if (!cells.every(isStorable)) throw new SheetError('bad-character', { row: first + i });
    if (!isBlankRow(cells)) yield { row: first + i, cells: cells.map(cellText) };
  }
}

/** The rows of a chunk from number `row` on. */
function from(row: number, piece: RowPiece): RowPiece {
  const skipped = Math.max(0, row - piece.first);
  if (skipped === 0) return piece;
  const hidden = piece.hidden?.filter((number) => number >= row) ?? [];
  return { ...piece, rows: piece.rows.slice(skipped), first: piece.first + skipped, hidden };
}

/**
 * Reads the header: the requested row, or the one that looks like a header. A first row with a phone number is data, and
 * the columns are then named by position. Throws a SheetError when there are no rows, too many columns, or nothing in the
 * requested row.
 */
export async function openRows(source: RowPieces, choice: SheetChoice = {}): Promise<OpenSheet> {
  const { header_row: chosenHeader } = choice;
  const read: RowPiece[] = [];
  const head: SheetRow[] = [];
  const top: SheetRow[] = [];
  try {
    while (top.length < TOP_ROWS) {
      const { value: piece } = await source.next();
      if (!piece) break;
      read.push(piece);
      for (const row of filledRows(piece)) {
        if (head.length < HEAD_ROWS) head.push(row);
        if (row.row >= (chosenHeader ?? 0) && top.push(row) === TOP_ROWS) break;
      }
    }
    if (!head[0]) throw new SheetError('empty');
    const header = chosenHeader == null ? guessHeader(top) : chosenHeader > 0 ? top[0] : undefined;
    if (chosenHeader && header?.row !== chosenHeader)
      throw new SheetError('no-header-row', { row: chosenHeader });
    const rows = header ? top.slice(top.indexOf(header) + 1) : top;
    if (rows.length === 0) throw new SheetError('no-rows');
    const headerRow = header?.row ?? 0;
    const workbook = read.find((piece) => piece.workbook)?.workbook;
    const pieces = below(headerRow, read, source);
    const named = nameColumns(header, rows, workbook !== undefined);
    return { ...named, headerRow, head, top: rows, workbook, pieces };
  } catch (error) {
    await source.return();
    throw error;
  }
}

async function* below(header: number, read: readonly RowPiece[], rest: RowPieces): RowPieces {
  for (const piece of read) yield from(header + 1, piece);
  yield* rest;
}

/** Why a row cannot be used for any target. */
export type RowProblem = PhoneProblem | 'too-many-cells';
export type RowResult = PhoneResult | { phone?: undefined; problem: RowProblem };

const TOO_MANY_CELLS: RowResult = { problem: 'too-many-cells' };

/** The number of a row of a sheet with `width` columns, or why the row cannot be used; its cells may be raw or text. */
export function checkRow(cells: readonly string[], width: number, phoneAt: number): RowResult {
  // Its cells are probably in the wrong columns, because of a delimiter in an unquoted cell.
  for (let at = width; at < cells.length; at++) if (cells[at]?.trim() !== '') return TOO_MANY_CELLS;
  return readPhone(cells[phoneAt] ?? '');
}
