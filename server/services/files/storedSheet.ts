import { isSheet, type SheetKind } from '#schema/file.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { invalidField, Problem } from '../platform/problem.ts';
import { type Rows, rowsOf, type Sheet, type SheetOptions, sheetOf } from '../sheets/sheets.ts';
import { FileGone, type Files } from './files.ts';

/**
 * Refuses a document in place of a sheet.
 * @throws Problem `invalid` on the request's field.
 */
export function requireSheet(kind: string, field: string): asserts kind is SheetKind {
  if (!isSheet(kind))
    throw invalidField(field, 'This file is a document. Upload a CSV or Excel (.xlsx) file.');
}

/** Opens a stored CSV or XLSX file, like openLocalSheet. */
export const openSheet = (
  files: Files,
  file: { path: string; kind: SheetKind },
  choice: SheetChoice = {},
  options?: SheetOptions,
): Promise<Sheet> => sheetOf(storedRows(files, file, choice, options), choice, options);

/** The rows of a stored file, like rowsOf; keeps the local file while they are read. A Problem says that it is gone. */
export async function* storedRows(
  files: Files,
  { path, kind }: { path: string; kind: SheetKind },
  choice: SheetChoice,
  { isPatient }: Pick<SheetOptions, 'isPatient'> = {},
): Rows {
  const local = await files.local(path).catch((error: unknown) => {
    if (!(error instanceof FileGone)) throw error;
    throw new Problem('invalid', 'The uploaded file no longer exists. Upload it again.');
  });
  try {
    yield* rowsOf(local.path, kind, choice, isPatient);
  } finally {
    await local.release();
  }
}
