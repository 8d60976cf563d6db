import { readSheet } from 'read-excel-file/universal';
import { shownDate, shownNumber } from '#schema/sheet.ts';
import { SheetError } from './types.ts';

/** The server reads workbooks up to this size; beyond it a CSV serves. */
const WORKBOOK_MAX = 30 * 1024 * 1024;

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return shownDate(value);
  return String(value).replaceAll('\0', '').trim();
}

/** The rows of a workbook's first sheet as text. Throws a SheetError for what is no workbook. */
export async function xlsxRows(file: Blob): Promise<string[][]> {
  if (file.size > WORKBOOK_MAX) throw new SheetError('workbook-too-large');
  try {
    const rows = await readSheet<string>(await file.arrayBuffer(), { parseNumber: shownNumber });
    return rows.map((cells) => cells.map(shown));
  } catch {
    throw new SheetError('unreadable');
  }
}
