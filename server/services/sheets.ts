import { isSheet, type SheetKind } from '#schema/file.ts';
import { latinDigits, readPhone } from '#schema/phone.ts';
import { unguarded } from './csv.ts';
import { FileGone, type Files } from './files.ts';
import { Problem } from './problem.ts';
import type { SheetBatch, SheetRow } from './sheetRow.ts';
import { readCsv } from './sheetsCsv.ts';
import { readXlsx } from './sheetsXlsx.ts';

/** A sheet that is being read, once, from its start. */
export interface Sheet {
  /** Distinct names; `Column 1` and so on where the sheet has none. */
  columns: string[];
  /** Some 5,000 rows each. Reading throws a Problem where the file turns out to be broken. */
  batches: AsyncIterable<SheetBatch>;
  close(): Promise<void>;
}

const COLUMNS_MAX = 100;

type Rows = AsyncGenerator<SheetBatch, void, void>;

/**
 * Opens a CSV or XLSX file of the store and reads its header. A first row that holds a phone number is
 * no header: it is data, and columns are named by their place. Memory does not grow with a CSV file.
 * Throws a Problem (`unsupported_file` or `invalid`) that says what to do about the file.
 */
export const openSheet = (files: Files, file: { path: string; kind: string }): Promise<Sheet> =>
  sheetOf(storedRows(files, file));

/** Opens a sheet that lies on this machine, as openSheet does. */
export const openLocalSheet = (path: string, kind: SheetKind): Promise<Sheet> => sheetOf(rowsOf(path, kind));

const rowsOf = (path: string, kind: SheetKind): Rows => (kind === 'csv' ? readCsv(path) : readXlsx(path));

/** Holds the file on this machine for as long as its rows are read. */
async function* storedRows(files: Files, { path, kind }: { path: string; kind: string }): Rows {
  if (!isSheet(kind)) {
    throw new Problem('invalid', 'This file is a document, not a sheet. Upload a CSV or Excel (.xlsx) file.');
  }
  const local = await files.local(path).catch((error: unknown) => {
    if (!(error instanceof FileGone)) throw error;
    throw new Problem('invalid', 'The uploaded file is no longer kept. Upload it again.');
  });
  try {
    yield* rowsOf(local.path, kind);
  } finally {
    await local.release();
  }
}

async function sheetOf(source: Rows): Promise<Sheet> {
  try {
    const head = (await source.next()).value ?? undefined;
    const first = head?.rows[0];
    if (!head || !first) throw new Problem('invalid', 'The sheet is empty.');
    const hasHeader = !first.cells.some((cell) => isPhone(cell));
    const columns = nameColumns(head.rows, hasHeader);
    const rows = hasHeader ? head.rows.slice(1) : head.rows;
    const second = rows.length > 0 ? undefined : (await source.next()).value || undefined;
    if (rows.length === 0 && !second) {
      throw new Problem('invalid', 'The sheet has a header, but no row below it.');
    }
    return {
      columns,
      batches: unguardedRows(followed(second ?? { ...head, rows }, source)),
      close: async () => void (await source.return()),
    };
  } catch (error) {
    await source.return();
    throw error;
  }
}

async function* followed(first: SheetBatch, rest: AsyncIterable<SheetBatch>): AsyncIterable<SheetBatch> {
  yield first;
  yield* rest;
}

async function* unguardedRows(batches: AsyncIterable<SheetBatch>): AsyncIterable<SheetBatch> {
  for await (const batch of batches) {
    for (const row of batch.rows) row.cells = row.cells.map(unguarded);
    yield batch;
  }
}

const isPhone = (cell: string): boolean =>
  /\d{9}/.test(latinDigits(cell).replace(/\D/g, '')) && !!readPhone(cell).phone;

/** Names for every column that the first rows fill, from the first row where it is a header. */
function nameColumns(rows: readonly SheetRow[], hasHeader: boolean): string[] {
  const given = hasHeader ? (rows[0]?.cells ?? []) : [];
  const lastOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell !== '') + 1;
  // What a header lacks but rows have is a row's fault; a headless sheet is as wide as its widest row.
  const width = hasHeader
    ? Math.max(lastOf(given), ...rows.map(({ cells }) => Math.min(lastOf(cells), given.length)))
    : Math.max(...rows.map(({ cells }) => lastOf(cells)));
  if (width > COLUMNS_MAX) {
    throw new Problem(
      'invalid',
      `The sheet has ${width} columns; at most ${COLUMNS_MAX} can be read. Remove those that are not needed.`,
    );
  }
  const names = new Set<string>();
  for (let i = 0; i < width; i++) {
    const base = (given[i] && unguarded(given[i] as string)) || `Column ${i + 1}`;
    let name = base;
    for (let n = 2; names.has(name); n++) name = `${base} (${n})`;
    names.add(name);
  }
  return [...names];
}
