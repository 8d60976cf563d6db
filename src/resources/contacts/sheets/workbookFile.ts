import { unzipSync } from 'fflate';
import { UNPACKED_MAX, WORKBOOK_MAX } from '#schema/sheets/limits.ts';
import type { RowPiece } from '#schema/sheets/rows.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { SheetError } from '#schema/sheets/sheetError.ts';
import { requireWorkbook } from '#schema/sheets/text.ts';
import { workbookRows } from '#schema/sheets/xlsx/workbook.ts';

/** The files in an archive. Throws a SheetError if it is damaged. */
function namesIn(zip: Uint8Array): string[] {
  const names: string[] = [];
  try {
    unzipSync(zip, {
      filter({ name }) {
        names.push(name);
        return false;
      },
    });
  } catch {
    throw new SheetError('unreadable');
  }
  return names;
}

/** The rows of a workbook, as read by the server. Throws a SheetError if it is not a workbook. */
export async function* workbookFileRows(
  file: Blob,
  choice: SheetChoice,
): AsyncGenerator<RowPiece, void, void> {
  if (file.size > WORKBOOK_MAX) throw new SheetError('workbook-too-large');
  const zip = new Uint8Array(await file.arrayBuffer());
  requireWorkbook(namesIn(zip));
  let left = UNPACKED_MAX;
  const read = async (path: string): Promise<Uint8Array | undefined> => {
    const { [path]: part } = unzipSync(zip, {
      filter({ name, originalSize }) {
        if (name !== path) return false;
        if (originalSize > left) throw new SheetError('workbook-too-large');
        return true;
      },
    });
    left -= part?.length ?? 0;
    return part;
  };
  yield* workbookRows({ read }, choice, file.size);
}
