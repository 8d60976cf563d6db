/** A number as a spreadsheet shows it: no exponent, no noise of binary fractions. */
export function shownNumber(stored: string): string {
  const number = Number(stored);
  if (!Number.isFinite(number)) return stored;
  if (Number.isInteger(number)) return BigInt(number).toString();
  return String(Number(number.toPrecision(15)));
}

/** A workbook's cell as text, as read-excel-file gives it with `shownNumber`. */
export function shownCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // The day alone where it has no time.
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z');
  // A workbook may escape any UTF-16 unit; what is no text would break the database's.
  return String(value).replaceAll('\0', '').toWellFormed();
}
