import { type RawBuilder, sql } from 'kysely';
import { own } from '#schema/own.ts';
import { csvLine } from '#schema/sheets/cells.ts';
import { COLUMNS_MAX } from '#schema/sheets/limits.ts';
import type { Read } from '../platform/standbyReads.ts';
import { type CsvPart, csvHead, csvRows } from '../sheets/csv.ts';

export interface ExportedContact {
  uuid: string;
  name: string | null;
  phone: string;
  attributes: Record<string, string>;
}

const REST = 'other attributes';
/** As many attributes as an import takes columns, beside name and phone. */
const KEYS_MAX = COLUMNS_MAX - 2;

/**
 * Contacts as CSV: name, phone and a column for each attribute key of the contacts in `conditions` (SQL over `t`);
 * importing the file recreates the same contacts. Keys beyond a sheet's columns share one last column, as JSON.
 */
export async function* contactLines(
  read: Read,
  conditions: RawBuilder<unknown>,
  pages: AsyncIterable<readonly ExportedContact[]>,
): AsyncGenerator<CsvPart, void, void> {
  const { rows } = await read((db) =>
    sql<{ key: string }>`
      SELECT DISTINCT key FROM contact t, jsonb_object_keys(t.attributes) AS key
      WHERE ${conditions} ORDER BY key LIMIT ${KEYS_MAX + 1}`.execute(db),
  );
  const hasRest = rows.length > KEYS_MAX;
  const keys = rows.slice(0, hasRest ? KEYS_MAX - 1 : KEYS_MAX).map(({ key }) => key);
  const columns = new Set(keys);
  /** A heading of the file's own, unlike every key: an import would rename the second of two equal ones. */
  const apart = (heading: string): string => (columns.has(heading) ? apart(`contact ${heading}`) : heading);
  const restOf = (attributes: Record<string, string>): string => {
    const rest = Object.entries(attributes).filter(([key]) => !columns.has(key));
    return rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : '';
  };

  yield csvHead([apart('name'), apart('phone'), ...keys, ...(hasRest ? [apart(REST)] : [])]);
  for await (const contacts of pages) {
    const lines: string[] = [];
    for (const { name, phone, attributes } of contacts) {
      const cells = [name, phone, ...keys.map((key) => own(attributes, key) ?? '')];
      if (hasRest) cells.push(restOf(attributes));
      lines.push(csvLine(cells));
    }
    yield csvRows(lines);
  }
}
