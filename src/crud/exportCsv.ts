import { downloadCSV } from 'ra-core';
import { csvLine } from '#schema/sheets/cells.ts';

/** A field's value by column name: `account.name` is a nested value. */
function cellsOf(value: unknown, column: string): [column: string, text: string][] {
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== 'object');
    return [[column, isPlain ? value.join(', ') : JSON.stringify(value)]];
  }
  if (typeof value !== 'object' || value === null) return [[column, String(value ?? '')]];
  return Object.entries(value).flatMap(([name, inner]) =>
    cellsOf(inner, column ? `${column}.${name}` : name),
  );
}

/** Records as a CSV file with a column for each field that occurs; `id` is left out, because it equals `uuid`. */
export function csvOf(records: readonly object[]): string {
  const rows = records.map((record) => new Map(cellsOf({ ...record, id: undefined }, '')));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))].filter((name) => name !== 'id');
  const lines = [columns, ...rows.map((row) => columns.map((name) => row.get(name)))];
  // Excel needs this mark to read Devanagari.
  return `\ufeff${lines.map(csvLine).join('')}`;
}

/** Saves records as a file of this name. */
export const saveCsv = (records: readonly object[], name: string): void => downloadCSV(csvOf(records), name);
