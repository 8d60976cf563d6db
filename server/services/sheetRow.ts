import type { SheetRow } from '#schema/sheets/columns.ts';

export type { SheetRow };

export interface SheetBatch {
  rows: SheetRow[];
  /** Of the file, so far. */
  bytesRead: number;
}
