/** One row that is not empty; `row` is its line in the user's own sheet, where the first line is 1. */
export interface SheetRow {
  row: number;
  /** Trimmed. There may be fewer or more than the sheet has columns. */
  cells: string[];
}

export interface SheetBatch {
  rows: SheetRow[];
  /** Of the file, so far. */
  bytesRead: number;
}
