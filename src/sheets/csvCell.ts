// OWASP, "CSV Injection": what a spreadsheet may take for a formula; apostrophes before it are ours or look so.
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** A number, or a phone number of digits alone, computes nothing and must stay what it is. */
const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** A cell as an export wrote it, without the apostrophe that keeps a spreadsheet from computing it. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** A cell of a CSV file: quoted where it must be, and no formula to a spreadsheet. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
