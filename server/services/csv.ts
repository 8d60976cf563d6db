/** What tells Excel that a file is UTF-8. */
export const CSV_BOM = '\ufeff';

/**
 * Paisa, fractional to four decimals, as rupees with two decimals at least: what people add up in a sheet. The
 * API's own amounts are paisa.
 */
export const rupees = (paisa: number): string => (paisa / 100).toFixed(6).replace(/(\.\d\d\d*?)0+$/, '$1');

export const yesNo = (is: boolean): string => (is ? 'yes' : 'no');
