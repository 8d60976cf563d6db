/** The columns of a sheet that can be read. */
export const COLUMNS_MAX = 100;

/** Characters of one row of a CSV file: a hundred cells of 500 and much more. */
export const ROW_MAX = 200_000;

/** The largest workbook, in bytes; a CSV file may be larger. */
export const WORKBOOK_MAX = 30 * 1024 * 1024;

/** Characters of an imported contact's name, and of each of its other cells. */
export const CONTACT_NAME_MAX = 120;
export const CONTACT_VALUE_MAX = 500;
/** Cells that a contact keeps beside name and number. */
export const CONTACT_VALUES_MAX = 50;
/** Characters of the reason why a number is on the blacklist. */
export const BLACKLIST_REASON_MAX = 200;
