const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/**
 * A text of a workbook: with its `_x000A_` decoded, which is how XLSX writes what XML cannot, and without what no
 * database holds as text.
 */
export function workbookText(text: string): string {
  const whole = text.includes('_x')
    ? text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
  return (whole.includes('\0') ? whole.replaceAll('\0', '') : whole).toWellFormed();
}
