import Papa from 'papaparse';
import { delimiterOf } from '#schema/sheet.ts';
import { type Encoding, SheetError } from './types.ts';

/** Rows of one piece of a CSV file. `line(i)` is where row `i` starts in the file, from 1. */
export interface CsvPiece {
  rows: string[][];
  line(index: number): number;
  /** Of the file, so far. */
  bytesRead: number;
  text: string;
}

/** Thrown where bytes are not in the encoding that was taken for granted. */
export class NotThisEncoding extends Error {}

const PIECE = 2 * 1024 * 1024;
/** Letters of one row: more than a hundred cells of 500; beyond it a quote was never closed. */
const ROW_MAX = 200_000;

interface Parsed {
  data: string[][];
  errors: { code: string; row?: number }[];
  meta: { cursor: number };
}

const lineBreaks = (cells: readonly string[]): number => {
  let n = 0;
  for (const cell of cells) if (cell.includes('\n')) n += cell.split('\n').length - 1;
  return n;
};

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw new NotThisEncoding();
  }
}

/**
 * Reads a CSV file piece by piece; memory does not grow with the file. papaparse splits each piece, and
 * the row that a piece ends in waits for the next. Throws NotThisEncoding, and a SheetError for binary
 * files and for a quote that is never closed.
 */
export async function* csvPieces(file: Blob, encoding: Encoding): AsyncGenerator<CsvPiece> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let parser: { parse(input: string, base: number, keepLast: boolean): Parsed } | undefined;
  let breakAt = '\n';
  let rest = '';
  let nextLine = 1;
  for (let at = 0; ; at += PIECE) {
    const isLast = at + PIECE >= file.size;
    const bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
    const decoded = decode(decoder, bytes) + (isLast ? decode(decoder) : '');
    if (decoded.includes('\0')) throw new SheetError('not-a-sheet');
    const text = rest + decoded;
    if (!parser) {
      breakAt = !text.includes('\n') && text.includes('\r') ? '\r' : '\n';
      parser = new Papa.Parser({ delimiter: delimiterOf(text), newline: breakAt as '\n' });
    }
    const { data, errors, meta } = parser.parse(text, 0, !isLast);
    const lines = text.includes('"') ? startsOf(data, nextLine) : undefined;
    const first = nextLine;
    const line = (index: number): number => lines?.[index] ?? first + index;
    const broken = errors.find(({ code }) => code === 'MissingQuotes');
    if (broken) throw new SheetError('unclosed-quote', line(broken.row ?? 0));
    const swallowed = errors.find(
      ({ code, row = 0 }) => code === 'InvalidQuotes' && lineBreaks(data[row] ?? []) > 0,
    );
    if (swallowed) throw new SheetError('unclosed-quote', line(swallowed.row ?? 0));
    nextLine = lines ? (lines[data.length] ?? first) : first + data.length;
    rest = isLast ? '' : text.slice(meta.cursor);
    if (rest.length > ROW_MAX && rest.indexOf(breakAt) !== -1)
      throw new SheetError('unclosed-quote', nextLine);
    yield { rows: data, line, bytesRead: Math.min(file.size, at + PIECE), text: decoded };
    if (isLast) return;
  }
}

/** Where each row starts, and one more for the row after them; a long one that swallowed lines is a lost quote. */
function startsOf(rows: readonly string[][], first: number): number[] {
  const starts = [first];
  for (const cells of rows) {
    const start = starts.at(-1) ?? first;
    const within = lineBreaks(cells);
    if (within > 0 && cells.some((cell) => cell.length > ROW_MAX))
      throw new SheetError('unclosed-quote', start);
    starts.push(start + 1 + within);
  }
  return starts;
}
