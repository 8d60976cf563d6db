const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/**
 * Decodes `_x000A_`, XLSX's escape for what XML cannot contain. The result may contain characters that no database can
 * store; `filledRows` refuses those.
 */
export const workbookText = (text: string): string =>
  text.includes('_x')
    ? text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
