import { isSheet } from '#schema/file.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { Problem } from '../platform/problem.ts';
import { type Rows, rowsOf, type Sheet, type SheetOptions, sheetOf } from '../sheets/sheets.ts';
import { FileGone, type Files } from './files.ts';

/** Opens a stored CSV or XLSX file, like openLocalSheet. */
export const openSheet = (
  files: Files,
  file: { path: string; kind: string },
  choice: SheetChoice = {},
  options?: SheetOptions,
): Promise<Sheet> => sheetOf(storedRows(files, file, choice), choice, options);

/** Keeps the local file while its rows are read. */
async function* storedRows(
  files: Files,
  { path, kind }: { path: string; kind: string },
  choice: SheetChoice,
): Rows {
  if (!isSheet(kind)) {
    throw new Problem('invalid', 'This file is a document. Upload a CSV or Excel (.xlsx) file.');
  }
  const local = await files.local(path).catch((error: unknown) => {
    if (!(error instanceof FileGone)) throw error;
    throw new Problem('invalid', 'The uploaded file no longer exists. Upload it again.');
  });
  try {
    yield* rowsOf(local.path, kind, choice);
  } finally {
    await local.release();
  }
}
