import { COLUMNS_MAX, ROW_MAX } from './limits.ts';
import { SheetError } from './sheetError.ts';

/** Reads the text of a CSV file chunk by chunk. Where the chunks are cut makes no difference. */
export interface CsvReader {
  /** The rows completed by this chunk, including blank ones; the first is the spreadsheet's row 1. */
  read(text: string, isLast: boolean): string[][];
  /** Set when reading cannot continue. The rows that `read` has returned so far are valid. */
  readonly failure: SheetError | undefined;
}

const DELIMITERS = [',', ';', '\t', '|'];
/** Characters read to detect the delimiter. */
const SAMPLE = 64 * 1024;
const QUOTE = 34;
const LF = 10;
const CR = 13;
const isLineEnd = (code: number): boolean => code === LF || code === CR;
const isSpace = (char: string | undefined): boolean => char === ' ' || char === '\t';

/** Detects the delimiter of a CSV file: the most frequent one outside quotes on the first line that has any. */
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
      // A doubled quote is text: its second half undoes the closing by the first.
      isQuoted = isStart || closedAt === i - 1;
      isStart = false;
    } else if (!isSpace(char)) isStart = false;
  }
  return DELIMITERS.reduce((best, other) =>
    (counts.get(other) ?? 0) > (counts.get(best) ?? 0) ? other : best,
  );
}

/** `="0984"`, by which programs keep spreadsheets from changing a cell: the text that these show. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;
const shown = (cell: string): string => {
  const text = cell.startsWith('=') ? TEXT_FORMULA.exec(cell)?.[1] : undefined;
  return text === undefined ? cell : text.replaceAll('""', '"');
};

/** Excel's first line `sep=;` names the delimiter and is not a row. */
const SEP = /^"?sep=([^"\r\n])"?(?:\r\n|\r|\n|$)/i;

/** Finds the next `wanted` from increasing positions; the end of the text if there is none. */
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
  /** Position of the line end, or the end of the text. */
  end: number;
  /** A quote that is never closed, or closed in an implausible place: whether it swallowed line breaks. */
  lost?: { lines: boolean };
}

/**
 * Scans text row by row, like spreadsheets: blanks before a quote are dropped, text after a closing quote belongs to its
 * cell, and quotes inside an unquoted cell are text.
 */
function scanner(text: string, delimiter: string, isLast: boolean) {
  const quote = finder(text, '"');
  const lf = finder(text, '\n');
  const cr = finder(text, '\r');
  const next = finder(text, delimiter);
  const lineEnd = (from: number): number => Math.min(lf(from), cr(from));

  /** Where the quote after `from` closes; -1 if that is not in the text yet. */
  function closing(from: number): number {
    for (let at = quote(from); at < text.length; at = quote(at + 2)) {
      if (text.charCodeAt(at + 1) !== QUOTE) return at;
    }
    return -1;
  }

  /** A row with quotes; undefined if the text does not have all of it yet. */
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
        // A cell of several lines with text after its quote: the quote probably opens a cell of another row.
        if (after.trim() !== '' && /[\r\n]/.test(inner)) return { cells, end: stop, lost: { lines: true } };
        cells.push(shown(inner.replaceAll('""', '"') + after));
      } else {
        stop = Math.min(next(at), lineEnd(at));
        if (stop === text.length && !isLast) return undefined;
        cells.push(shown(text.slice(at, stop)));
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

/** The error for a row longer than ROW_MAX. It uses only the first characters, so that chunk borders do not matter. */
function overlong(text: string, delimiter: string, row: number): SheetError {
  const scanned = scanner(text.slice(0, ROW_MAX), delimiter, true)(0);
  if ((scanned?.cells.length ?? 0) > COLUMNS_MAX) return new SheetError('too-many-columns', { row });
  return new SheetError(scanned?.lost?.lines ? 'unclosed-quote' : 'row-too-long', { row });
}

/**
 * Reads CSV text as spreadsheets do, for both console and server. Delimiters: comma, semicolon, tab, bar or what `sep=`
 * names. CR, LF and CRLF end a row; a line break inside quotes is text. A quote that is never closed is an error that names
 * its row, because what follows it cannot be split reliably.
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
