import type { RowPiece } from '../rows.ts';
import type { SheetChoice } from '../sheetChoice.ts';
import { SheetError } from '../sheetError.ts';
import { type Archive, readParts } from './parts.ts';
import { sheetRows } from './sheetRows.ts';
import { readStrings } from './strings.ts';
import { readStyles } from './styles.ts';

/** Wraps any failure of an invalid workbook in the matching SheetError. */
const asSheetError = (error: unknown): unknown =>
  error instanceof SheetError || error instanceof RangeError ? error : new SheetError('unreadable');

/** Bytes searched at a time. */
const PIECE = 1 << 20;

/** Whether an ASCII word occurs anywhere in a file. */
function mentions(bytes: Uint8Array, word: string): boolean {
  const decoder = new TextDecoder('latin1');
  for (let at = 0; at < bytes.length; at += PIECE)
    if (decoder.decode(bytes.subarray(at, at + PIECE + word.length)).includes(word)) return true;
  return false;
}

/**
 * The rows of a workbook's sheet as the spreadsheet shows them: the named sheet, or the first visible one. Throws a
 * SheetError when there is no such sheet or no valid workbook.
 */
export async function* workbookRows(
  archive: Archive,
  { sheet: chosenSheet, hidden_rows: hiddenRows }: SheetChoice,
  bytes: number,
): AsyncGenerator<RowPiece, void, void> {
  try {
    const { sheets, is1904, strings, styles } = await readParts(archive);
    const visible = sheets.filter(({ isVisible }) => isVisible);
    const names = (visible.length > 0 ? visible : sheets).map(({ name }) => name);
    const wanted = chosenSheet ?? names[0];
    const sheet = sheets.find(({ name }) => name === wanted);
    if (!sheet)
      throw chosenSheet == null ? new Error('no sheet') : new SheetError('no-sheet', { sheets: names });
    const texts = strings === undefined ? undefined : await archive.read(strings);
    const style = styles === undefined ? undefined : await archive.read(styles);
    const xml = await archive.read(sheet.path);
    if (!xml) throw new Error('no sheet');
    const context = {
      strings: texts ? readStrings(texts) : [],
      formats: style ? readStyles(style, is1904) : [],
      is1904,
      skipHidden: hiddenRows === 'skip',
    };
    let workbook: RowPiece['workbook'] = {
      sheets: names,
      sheet: sheet.name,
      mayHide: mentions(xml, 'hidden'),
    };
    for (const { fraction, ...piece } of sheetRows(xml, context)) {
      yield { ...piece, bytesRead: Math.round(bytes * fraction), ...(workbook && { workbook }) };
      workbook = undefined;
    }
  } catch (error) {
    throw asSheetError(error);
  }
}
