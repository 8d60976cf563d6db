// OWASP, "CSV Injection": what a spreadsheet may take for a formula; apostrophes before it are ours or look so.
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** A number, or a phone number of digits alone, computes nothing and must stay what it is. */
const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/;
const NEEDS_QUOTES = /[",;|\t\r\n]/;

/** A cell's text with an apostrophe before what a spreadsheet would run; `unguarded` takes it off again. */
export const guarded = (text: string): string =>
  FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;

/** The text that `guarded` was given. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;

/** What a cell says: without blanks around it, and without the apostrophe of an export. */
export const cellText = (raw: string): string => unguarded(raw.trim());

export const isBlankRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

const written = (value: string | number | null | undefined): string => {
  const text = guarded(String(value ?? ''));
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line of a CSV file (RFC 4180, with its CRLF), whose cells no spreadsheet takes for formulas. */
export const csvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map(written).join(',')}\r\n`;
