import { csvRows, type OpenSheet, openRows, type RowPiece } from '#schema/sheets/rows.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { SheetError } from '#schema/sheets/sheetError.ts';
import {
  HEAD_BYTES,
  sheetKindOf,
  type TextEncoding,
  textEncodingOf,
  textPieces,
} from '#schema/sheets/text.ts';
import { fileBytes } from './fileBytes.ts';

export interface OpenFile extends OpenSheet {
  kind: 'csv' | 'xlsx';
  encoding: TextEncoding;
  /** Whether servers that only read UTF-8 and marked UTF-16 can read the file as it is. */
  isPortable: boolean;
}

/** The code for workbooks is larger than everything else, so it is loaded only for them. */
async function* workbookRows(file: Blob, choice: SheetChoice): AsyncGenerator<RowPiece, void, void> {
  const { workbookFileRows } = await import('./workbookFile.ts').catch(() => {
    throw new SheetError('not-loaded');
  });
  yield* workbookFileRows(file, choice);
}

/** Opens a CSV or XLSX file like the server. Throws a SheetError if it cannot be used. */
export async function openFile(file: Blob, choice: SheetChoice = {}): Promise<OpenFile> {
  if (file.size === 0) throw new SheetError('empty');
  const kind = sheetKindOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if (kind === 'xlsx')
    return {
      ...(await openRows(workbookRows(file, choice), choice)),
      ...{ kind, encoding: 'utf-8', isPortable: true },
    };
  const open = () => fileBytes(file);
  const { encoding, isMarked } = await textEncodingOf(open);
  const isPortable = isMarked || encoding === 'utf-8';
  return { ...(await openRows(csvRows(open, encoding), choice)), kind, encoding, isPortable };
}

/** A copy of a text file in UTF-8. */
export async function utf8Copy(file: File, encoding: TextEncoding): Promise<File> {
  const copy: Blob[] = [];
  for await (const { text } of textPieces(() => fileBytes(file), encoding)) copy.push(new Blob([text]));
  return new File(copy, file.name, { type: 'text/csv' });
}
