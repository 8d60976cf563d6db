/** The columns of a sheet that can be read. */
export const COLUMNS_MAX = 100;

/** Characters of one row of a CSV file: a hundred cells of 500 and much more. */
export const ROW_MAX = 200_000;

/** The largest workbook, in bytes; a CSV file may be larger. */
export const WORKBOOK_MAX = 30 * 1024 * 1024;
