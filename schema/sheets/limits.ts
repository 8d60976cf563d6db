/** The most columns that a sheet may have. */
export const COLUMNS_MAX = 100;

/** Maximum characters in one row: well above a hundred cells of 500. */
export const ROW_MAX = 200_000;

/** The largest workbook, in bytes; CSV files may be larger. */
export const WORKBOOK_MAX = 30 * 1024 * 1024;
/** Bytes that a workbook's parts may have when unpacked: about 500,000 rows of three columns. */
export const UNPACKED_MAX = 100 * 1024 * 1024;
/**
 * Characters that the cells of a workbook's sheet may show together: what the largest CSV file holds. A text is stored once
 * and may be shown by every cell, so that few bytes would become gigabytes of rows.
 */
export const SHOWN_MAX = 100 * 1024 * 1024;

/** Maximum characters of an imported contact's name, and of each other cell. */
export const CONTACT_NAME_MAX = 120;
export const CONTACT_VALUE_MAX = 500;
/** Maximum number of cells kept per contact besides name and number. */
export const CONTACT_VALUES_MAX = 50;
/** Maximum characters of the reason of a blacklisted number. */
export const BLACKLIST_REASON_MAX = 200;
