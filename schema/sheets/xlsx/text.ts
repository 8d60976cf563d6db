const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/**
 * A text of a workbook: with its `_x000A_` decoded, which is how XLSX writes what XML cannot. It may so hold what no
 * database does; `filledRows` refuses that.
 */
export const workbookText = (text: string): string =>
  text.includes('_x')
    ? text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
