import { readSheet } from 'read-excel-file/universal';
import { WORKBOOK_MAX } from '#schema/sheets/limits.ts';
import { SheetError } from '#schema/sheets/sheetError.ts';
import { shownCell, shownNumber } from '#schema/sheets/workbook.ts';

/** The rows of a workbook's first sheet as text. Throws a SheetError for what is no workbook. */
export async function xlsxRows(file: Blob): Promise<string[][]> {
  if (file.size > WORKBOOK_MAX) throw new SheetError('workbook-too-large');
  try {
    const rows = await readSheet<string>(await file.arrayBuffer(), { parseNumber: shownNumber });
    return rows.map((cells) => cells.map(shownCell));
  } catch {
    throw new SheetError('unreadable');
  }
}
