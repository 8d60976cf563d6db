import { unzipSync } from 'fflate';
import { WORKBOOK_MAX } from '#schema/sheets/limits.ts';
import type { RowPiece } from '#schema/sheets/rows.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { SheetError } from '#schema/sheets/sheetError.ts';
import { workbookRows } from '#schema/sheets/xlsx/workbook.ts';

/** The rows of a workbook, as read by the server. Throws a SheetError if it is not a workbook. */
export async function* workbookFileRows(
  file: Blob,
  choice: SheetChoice,
): AsyncGenerator<RowPiece, void, void> {
  if (file.size > WORKBOOK_MAX) throw new SheetError('workbook-too-large');
  const zip = new Uint8Array(await file.arrayBuffer());
  const read = async (path: string): Promise<Uint8Array | undefined> =>
    unzipSync(zip, { filter: ({ name }) => name === path })[path];
  yield* workbookRows({ read }, choice, file.size);
}
