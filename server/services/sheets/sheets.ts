import { createReadStream } from 'node:fs';
import type { SheetKind } from '#schema/file.ts';
import type { SheetRow } from '#schema/sheets/columns.ts';
import { csvRows, filledRows, type OpenSheet, openRows, type RowPiece } from '#schema/sheets/rows.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { textEncodingOf } from '#schema/sheets/text.ts';
import { sheetProblem } from './sheetProblem.ts';
import { readXlsx } from './sheetsXlsx.ts';

interface SheetBatch {
  rows: SheetRow[];
  /** Bytes of the file read so far. */
  bytesRead: number;
}

/** A file that is being read once, from its start. */
export interface Sheet {
  /** Distinct names; `Column 1` and so on if the file has none. */
  columns: string[];
  /** The header row, as numbered by the spreadsheet; 0 if there is none. */
  headerRow: number;
  /** The visible sheets of a workbook, and the one that is read; absent for a CSV file. */
  sheets: readonly string[];
  sheet: string | null;
  /** Of `batch` rows each, and what is left. Reading throws a Problem if the file turns out to be broken. */
  batches: AsyncIterable<SheetBatch>;
  /** False if the sheet cannot have hidden rows. */
  mayHide: boolean;
  /** Hidden rows of a workbook among those read so far, counted even if they are skipped. */
  hiddenRows(): number;
  close(): Promise<void>;
}

/** Rows per batch, unless asked for otherwise; the header counts as one of the first. */
const BATCH = 5000;

export interface SheetOptions {
  /** The request's object with the sheet options. */
  field?: string;
  /** Rows per batch. */
  batch?: number;
  /**
   * Whether a workbook waits for its turn however many others do. For jobs, of which few run at once; other readers are refused with
   * `too_many_requests`.
   */
  isPatient?: boolean;
}

export type Rows = AsyncGenerator<RowPiece, void, void>;

/**
 * Opens a local CSV or XLSX file and reads its header: the chosen row, or the one that looks like it
 * (schema/sheets/headerRow.ts). Memory does not grow with a CSV file. Throws a Problem (`unsupported_file` or `invalid`)
 * with advice.
 */
export const openLocalSheet = (path: string, kind: SheetKind, choice: SheetChoice = {}): Promise<Sheet> =>
  sheetOf(rowsOf(path, kind, choice), choice);

/** The rows of a local file, in chunks. */
export async function* rowsOf(path: string, kind: SheetKind, choice: SheetChoice, isPatient = false): Rows {
  if (kind === 'xlsx') {
    yield* readXlsx(path, choice, isPatient);
    return;
  }
  const open = () => createReadStream(path);
  const { encoding } = await textEncodingOf(open);
  yield* csvRows(open, encoding);
}

/** Opens a source of rows. */
export async function sheetOf(
  source: Rows,
  choice: SheetChoice,
  { field = '', batch = BATCH }: SheetOptions = {},
): Promise<Sheet> {
  try {
    const sheet = await openRows(source, choice);
    const tally = { hidden: 0 };
    return {
      columns: sheet.columns,
      headerRow: sheet.headerRow,
      sheets: sheet.workbook?.sheets ?? [],
      sheet: sheet.workbook?.sheet ?? null,
      mayHide: sheet.workbook?.mayHide ?? false,
      batches: batchesOf(sheet, tally, batch),
      hiddenRows: () => tally.hidden,
      close: async () => void (await source.return()),
    };
  } catch (error) {
    throw sheetProblem(error, field);
  }
}

/** A batch always contains the same rows, because an import that continues after a crash skips finished batches. */
async function* batchesOf(
  { headerRow, pieces }: OpenSheet,
  tally: { hidden: number },
  batch: number,
): AsyncGenerator<SheetBatch, void, void> {
  let size = headerRow > 0 ? batch - 1 : batch;
  let rows: SheetRow[] = [];
  let read = 0;
  try {
    for await (const piece of pieces) {
      read = piece.bytesRead;
      tally.hidden += piece.hidden?.length ?? 0;
      for (const row of filledRows(piece)) {
        if (rows.push(row) < size) continue;
        yield { rows, bytesRead: read };
        rows = [];
        size = batch;
      }
    }
    if (rows.length > 0) yield { rows, bytesRead: read };
  } catch (error) {
    throw sheetProblem(error);
  }
}
