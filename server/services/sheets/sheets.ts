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
  /** False where no row of the sheet can be hidden. */
  mayHide: boolean;
  /** Of the rows read so far, those that a workbook hides; they are counted where they are left out, too. */
  hiddenRows(): number;
  close(): Promise<void>;
}

/** Rows of a batch; the header counts as one of the first. */
const BATCH = 5000;

export type Rows = AsyncGenerator<RowPiece, void, void>;

/**
 * Opens a CSV or XLSX file of this machine and reads its header: the row that is chosen, or the one that looks like it
 * (schema/sheets/headerRow.ts). Memory does not grow with a CSV file. Throws a Problem (`unsupported_file` or `invalid`)
 * that says what to do about the file.
 */
export const openLocalSheet = (path: string, kind: SheetKind, choice: SheetChoice = {}): Promise<Sheet> =>
  sheetOf(rowsOf(path, kind, choice), choice);

/** The rows of a file of this machine, in pieces. */
export async function* rowsOf(path: string, kind: SheetKind, choice: SheetChoice): Rows {
  if (kind === 'xlsx') {
    yield* readXlsx(path, choice);
    return;
  }
  const open = () => createReadStream(path);
  const { encoding } = await textEncodingOf(open);
  yield* csvRows(open, encoding);
}

/** Opens what reads as rows. `field` is the request's object of the choice. */
export async function sheetOf(source: Rows, choice: SheetChoice, field = ''): Promise<Sheet> {
  try {
    const sheet = await openRows(source, choice);
    const tally = { hidden: 0 };
    return {
      columns: sheet.columns,
      headerRow: sheet.headerRow,
      sheets: sheet.workbook?.sheets ?? [],
      sheet: sheet.workbook?.sheet ?? null,
      mayHide: sheet.workbook?.mayHide ?? false,
      batches: batchesOf(sheet, tally),
      hiddenRows: () => tally.hidden,
      close: async () => void (await source.return()),
    };
  } catch (error) {
    throw sheetProblem(error, field);
  }
}

/** Always the same rows in a batch: an import that goes on after a crash leaves out those that are in. */
async function* batchesOf(
  { headerRow, pieces }: OpenSheet,
  tally: { hidden: number },
): AsyncGenerator<SheetBatch, void, void> {
  let size = headerRow > 0 ? BATCH - 1 : BATCH;
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
        size = BATCH;
      }
    }
    if (rows.length > 0) yield { rows, bytesRead: read };
  } catch (error) {
    throw sheetProblem(error);
  }
}
