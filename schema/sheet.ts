/** The delimiter that a text's first line has most of, outside quotes. */
export function delimiterOf(text: string): string {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1);
  const bare = line.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  return [',', ';', '\t', '|'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

/** A number as a spreadsheet shows it: no exponent, no noise of binary fractions. */
export function shownNumber(stored: string): string {
  const number = Number(stored);
  if (!Number.isFinite(number)) return stored;
  if (Number.isInteger(number)) return BigInt(number).toString();
  return String(Number(number.toPrecision(15)));
}

/** A date cell: the day alone where it has no time. */
export const shownDate = (date: Date): string =>
  date.toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z');
