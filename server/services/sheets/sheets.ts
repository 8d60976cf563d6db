import { createReadStream } from 'node:fs';
import { isSheet, type SheetKind } from '#schema/file.ts';
import type { SheetRow } from '#schema/sheets/columns.ts';
import { csvRows, filledRows, type OpenSheet, openRows, type RowPiece } from '#schema/sheets/rows.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { textEncodingOf } from '#schema/sheets/text.ts';
import { FileGone, type Files } from '../files/files.ts';
import { Problem } from '../platform/problem.ts';
import { sheetProblem } from './sheetProblem.ts';
import { readXlsx } from './sheetsXlsx.ts';

interface SheetBatch {
  rows: SheetRow[];
  /** Of the file, so far. */
  bytesRead: number;
}

/** A sheet that is being read, once, from its start. */
export interface Sheet {
  /** Distinct names; `Column 1` and so on where the sheet has none. */
  columns: string[];
  /** The row with their names, as the spreadsheet numbers it; 0 where there is none. */
  headerRow: number;
  /** The sheets of a workbook that are not hidden, and the one that is read; of a CSV file neither. */
  sheets: readonly string[];
  sheet: string | null;
  /** Some 5,000 rows each. Reading throws a Problem where the file turns out to be broken. */
  batches: AsyncIterable<SheetBatch>;
  close(): Promise<void>;
}

/** Rows of a batch; the header counts as one of the first. */
const BATCH = 5000;

type Rows = AsyncGenerator<RowPiece, void, void>;

/**
 * Opens a CSV or XLSX file of the store and reads its header: the row that is chosen, or the one that looks like it
 * (schema/sheets/headerRow.ts). Memory does not grow with a CSV file. `field` is the request's object of the choice.
 * Throws a Problem (`unsupported_file` or `invalid`) that says what to do about the file.
 */
export const openSheet = (
  files: Files,
  file: { path: string; kind: string },
  choice: SheetChoice = {},
  field = '',
): Promise<Sheet> => sheetOf(storedRows(files, file, choice), choice, field);

/** Opens a sheet that lies on this machine, as openSheet does. */
export const openLocalSheet = (path: string, kind: SheetKind, choice: SheetChoice = {}): Promise<Sheet> =>
  sheetOf(rowsOf(path, kind, choice), choice);

async function* rowsOf(path: string, kind: SheetKind, choice: SheetChoice): Rows {
  if (kind === 'xlsx') {
    yield* readXlsx(path, choice);
    return;
  }
  const open = () => createReadStream(path);
  const { encoding } = await textEncodingOf(open);
  yield* csvRows(open, encoding);
}

/** Holds the file on this machine for as long as its rows are read. */
async function* storedRows(
  files: Files,
  { path, kind }: { path: string; kind: string },
  choice: SheetChoice,
): Rows {
  if (!isSheet(kind)) {
    throw new Problem('invalid', 'This file is a document, not a sheet. Upload a CSV or Excel (.xlsx) file.');
  }
  const local = await files.local(path).catch((error: unknown) => {
    if (!(error instanceof FileGone)) throw error;
    throw new Problem('invalid', 'The uploaded file is no longer kept. Upload it again.');
  });
  try {
    yield* rowsOf(local.path, kind, choice);
  } finally {
    await local.release();
  }
}

async function sheetOf(source: Rows, choice: SheetChoice, field = ''): Promise<Sheet> {
  try {
    const sheet = await openRows(source, choice);
    return {
      columns: sheet.columns,
      headerRow: sheet.headerRow,
      sheets: sheet.workbook?.sheets ?? [],
      sheet: sheet.workbook?.sheet ?? null,
      batches: batchesOf(sheet),
      close: async () => void (await source.return()),
    };
  } catch (error) {
    throw sheetProblem(error, field);
  }
}

/** Always the same rows in a batch: an import that goes on after a crash leaves out those that are in. */
async function* batchesOf({ headerRow, pieces }: OpenSheet): AsyncGenerator<SheetBatch, void, void> {
  let size = headerRow > 0 ? BATCH - 1 : BATCH;
  let rows: SheetRow[] = [];
  let read = 0;
  try {
    for await (const piece of pieces) {
      read = piece.bytesRead;
      for (const row of filledRows(piece)) {
        if (rows.push(row) < size) continue;
        yield { rows, bytesRead: read };
        rows = [];
        size = BATCH;
      }
    }
    if (rows.length > 0) yield { rows, bytesRead: read };
  } catch (error) {
    throw sheetProblem(error);
  }
}
