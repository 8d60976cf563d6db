import { COLUMNS_MAX, ROW_MAX } from './limits.ts';
import { SheetError } from './sheetError.ts';

/** Reads the text of a CSV file piece by piece; where the pieces are cut makes no difference. */
export interface CsvReader {
  /** The rows that the text completes, blank ones too: the first one read is the spreadsheet's row 1. */
  read(text: string, isLast: boolean): string[][];
  /** Set when reading cannot go on. The rows that `read` returned until then are good. */
  readonly failure: SheetError | undefined;
}

const DELIMITERS = [',', ';', '\t', '|'];
/** Characters from which the delimiter is told. */
const SAMPLE = 64 * 1024;
const QUOTE = 34;
const LF = 10;
const CR = 13;
const isLineEnd = (code: number): boolean => code === LF || code === CR;
const isSpace = (char: string | undefined): boolean => char === ' ' || char === '\t';

/**
 * The delimiter of a CSV file: the one that the first line with any of them has most of, outside quotes.
 */
function delimiterOf(text: string): string {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let closedAt = -1;
  let isStart = true;
  let isAny = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (isQuoted) {
      if (char === '"') {
        isQuoted = false;
        closedAt = i;
      }
      continue;
    }
    if (isLineEnd(text.charCodeAt(i))) {
      if (isAny) break;
      isStart = true;
      continue;
    }
    const count = counts.get(char);
    if (count !== undefined) {
      counts.set(char, count + 1);
      isAny = true;
      isStart = true;
    } else if (char === '"') {
      // A doubled quote is text: its second half takes back what the first has closed.
      isQuoted = isStart || closedAt === i - 1;
      isStart = false;
    } else if (!isSpace(char)) isStart = false;
  }
  return DELIMITERS.reduce((best, other) =>
    (counts.get(other) ?? 0) > (counts.get(best) ?? 0) ? other : best,
  );
}

/** Excel's first line `sep=;`: says the delimiter, and is no row. */
const SEP = /^"?sep=([^"\r\n])"?(?:\r\n|\r|\n|$)/i;

/** Finds the next `wanted`, from positions that only grow; the text's end where there is none. */
function finder(text: string, wanted: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      found = text.indexOf(wanted, from);
      if (found === -1) found = text.length;
    }
    return found;
  };
}

interface ScannedRow {
  cells: string[];
  /** Where the line end is, or the text's end. */
  end: number;
  /** A quote that is not closed, or closed where it cannot be meant: whether it took line breaks with it. */
  lost?: { lines: boolean };
}

/**
 * Scans texts row by row. As spreadsheets do: blanks before a quote are dropped, what follows a closing quote
 * belongs to its cell, and quotes within an unquoted cell are text.
 */
function scanner(text: string, delimiter: string, isLast: boolean) {
  const quote = finder(text, '"');
  const lf = finder(text, '\n');
  const cr = finder(text, '\r');
  const next = finder(text, delimiter);
  const lineEnd = (from: number): number => Math.min(lf(from), cr(from));

  /** Where the quote after `from` closes; -1 where the text does not tell. */
  function closing(from: number): number {
    for (let at = quote(from); at < text.length; at = quote(at + 2)) {
      if (text.charCodeAt(at + 1) !== QUOTE) return at;
    }
    return -1;
  }

  /** A row with quotes; undefined where the text does not have all of it. */
  function quotedRow(start: number): ScannedRow | undefined {
    const cells: string[] = [];
    for (let at = start; ; ) {
      let from = at;
      while (text[from] !== delimiter && isSpace(text[from])) from++;
      let stop: number;
      if (text.charCodeAt(from) === QUOTE) {
        const close = closing(from + 1);
        if (close === -1) {
          if (!isLast) return undefined;
          return { cells, end: text.length, lost: { lines: lineEnd(from) < text.length } };
        }
        const inner = text.slice(from + 1, close);
        stop = Math.min(next(close), lineEnd(close));
        if (stop === text.length && !isLast) return undefined;
        const after = text.slice(close + 1, stop);
        // A cell of several lines with text after its quote: that quote opens another row's cell.
        if (after.trim() !== '' && /[\r\n]/.test(inner)) return { cells, end: stop, lost: { lines: true } };
        cells.push(inner.replaceAll('""', '"') + after);
      } else {
        stop = Math.min(next(at), lineEnd(at));
        if (stop === text.length && !isLast) return undefined;
        cells.push(text.slice(at, stop));
      }
      if (text[stop] !== delimiter) return { cells, end: stop };
      at = stop + 1;
    }
  }

  return (start: number): ScannedRow | undefined => {
    const end = lineEnd(start);
    if (quote(start) < end) return quotedRow(start);
    if (end === text.length && !isLast) return undefined;
    return { cells: text.slice(start, end).split(delimiter), end };
  };
}

/** Why a row is longer than ROW_MAX, told by its first characters, so that pieces make no difference. */
function overlong(text: string, delimiter: string, row: number): SheetError {
  const scanned = scanner(text.slice(0, ROW_MAX), delimiter, true)(0);
  if ((scanned?.cells.length ?? 0) > COLUMNS_MAX) return new SheetError('too-many-columns', { row });
  return new SheetError(scanned?.lost?.lines ? 'unclosed-quote' : 'row-too-long', { row });
}

/**
 * A reader of CSV text as spreadsheets read it, for the console and the server alike: comma, semicolon, tab or bar,
 * or what `sep=` says; CR, LF and CRLF end a row; a line break within quotes is text. A quote that is never closed
 * is a failure that names its row: what follows it cannot be told apart.
 */
export function createCsvReader(): CsvReader {
  let delimiter: string | undefined;
  let rest = '';
  let nextRow = 1;
  let isAfterCr = false;
  let failure: SheetError | undefined;

  const open = (): string => {
    rest = rest.replace(/^\ufeff/, '');
    const [line, given] = SEP.exec(rest) ?? [];
    if (line) rest = rest.slice(line.length);
    return given ?? delimiterOf(rest.slice(0, SAMPLE));
  };

  return {
    get failure() {
      return failure;
    },
    read(text, isLast) {
      rest += text;
      if (failure || (delimiter === undefined && rest.length < SAMPLE + 1 && !isLast)) return [];
      delimiter ??= open();
      const all = rest;
      const rows: string[][] = [];
      const scan = scanner(all, delimiter, isLast);
      let at = isAfterCr && all.charCodeAt(0) === LF ? 1 : 0;
      if (all.length > 0) isAfterCr = false;
      while (at < all.length) {
        const scanned = scan(at);
        if ((scanned?.end ?? all.length) - at > ROW_MAX)
          failure = overlong(all.slice(at), delimiter, nextRow);
        else if (scanned?.lost) failure = new SheetError('unclosed-quote', { row: nextRow });
        if (!scanned || failure) break;
        rows.push(scanned.cells);
        nextRow++;
        const isCr = all.charCodeAt(scanned.end) === CR;
        at = scanned.end + 1;
        if (isCr && at === all.length) isAfterCr = true;
        else if (isCr && all.charCodeAt(at) === LF) at++;
      }
      rest = all.slice(at);
      return rows;
    },
  };
}
