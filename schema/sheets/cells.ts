// OWASP, "CSV Injection": what a spreadsheet may take for a formula. Leading apostrophes are ours or look like ours.
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** A number, or a phone number of digits only, cannot run anything and must stay unchanged. */
const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/;
const NEEDS_QUOTES = /[",;|\t\r\n]/;

/** Adds an apostrophe to a cell that a spreadsheet would run as a formula; `unguarded` removes it. */
export const guarded = (text: string): string =>
  FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;

/** Reverses `guarded`. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;

/** A cell's text without surrounding blanks and without the apostrophe of an export. */
export const cellText = (raw: string): string => unguarded(raw.trim());

export const isBlankRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

const written = (value: string | number | null | undefined): string => {
  const text = guarded(String(value ?? ''));
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line of a CSV file (RFC 4180, with CRLF), with its cells guarded against formulas. */
export const csvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map(written).join(',')}\r\n`;
