import { z } from 'zod';

/** Which part of an uploaded file to read. The server fills in what is missing and reports it. */
export const sheetChoice = {
  /** Name of a workbook's sheet; defaults to the first visible one. CSV files have none. */
  sheet: z.string().min(1).max(200).nullish(),
  /** The header row, as numbered by the spreadsheet; 0 when there is none. */
  header_row: z.int().min(0).max(1000).nullish(),
  /** `skip` excludes rows hidden by a filter or by hand; by default they are read. */
  hidden_rows: z.enum(['include', 'skip']).nullish(),
};

/** Extracts the choice; accepts a request object that has other fields too. */
export interface SheetChoice {
  sheet?: string | null | undefined;
  header_row?: number | null | undefined;
  hidden_rows?: 'include' | 'skip' | null | undefined;
}
