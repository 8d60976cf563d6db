import { z } from 'zod';

/** Which part of an uploaded file is its table. What is left out is found by the server, which says what it found. */
export const sheetChoice = {
  /** A workbook's sheet by its name; the first that is not hidden. A CSV file has none. */
  sheet: z.string().min(1).max(200).nullish(),
  /** The row of column names, as the spreadsheet numbers it; 0 where there is none. */
  header_row: z.int().min(0).max(1000).nullish(),
  /** `skip` leaves out rows that a filter or a person has hidden; they are read like others. */
  hidden_rows: z.enum(['include', 'skip']).nullish(),
};

/** What is asked for; a request's object of other fields too serves as one. */
export interface SheetChoice {
  sheet?: string | null | undefined;
  header_row?: number | null | undefined;
  hidden_rows?: 'include' | 'skip' | null | undefined;
}
