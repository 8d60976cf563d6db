import { downloadCSV, type Exporter } from 'ra-core';
import { csvLine } from '#schema/sheets/cells.ts';

/** A field's value by the name of its column: `account.name` for a value within another. */
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

/** Records as a CSV file with a column for each field that any of them has; `id` says the same as `uuid`. */
export function csvOf(records: readonly object[]): string {
  const rows = records.map((record) => new Map(cellsOf({ ...record, id: undefined }, '')));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))].filter((name) => name !== 'id');
  const lines = [columns, ...rows.map((row) => columns.map((name) => row.get(name)))];
  // Excel reads Devanagari only after this mark.
  return `\ufeff${lines.map(csvLine).join('')}`;
}

/**
 * What the build puts in the place of react-admin's `defaultExporter` (scripts/consoleBuild.ts): the Export button of a
 * stock `<List>` saves the records as they came, in cells that no spreadsheet takes for formulas. Lists of `src/crud/`
 * are exported whole by the server instead.
 */
export const defaultExporter: Exporter = (records, _related, _dataProvider, resource = 'export') =>
  downloadCSV(csvOf(records), resource.replaceAll('/', '-'));
