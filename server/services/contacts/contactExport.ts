import { type RawBuilder, sql } from 'kysely';
import { own } from '#schema/own.ts';
import { csvLine } from '#schema/sheets/cells.ts';
import type { Read } from '../platform/standbyReads.ts';
import { type CsvPart, csvHead, csvRows } from '../sheets/csv.ts';

export interface ExportedContact {
  uuid: string;
  name: string | null;
  phone: string;
  attributes: Record<string, string>;
}

const COLUMNS_MAX = 100;
const REST = 'other attributes';

/**
 * Contacts as CSV: name, phone and a column for each attribute key of the contacts in `conditions` (SQL over `t`);
 * importing the file recreates the same contacts. Keys beyond a hundred share one last column, as JSON.
 */
export async function* contactLines(
  read: Read,
  conditions: RawBuilder<unknown>,
  pages: AsyncIterable<readonly ExportedContact[]>,
): AsyncGenerator<CsvPart, void, void> {
  const { rows } = await read((db) =>
    sql<{ key: string }>`
      SELECT DISTINCT key FROM contact t, jsonb_object_keys(t.attributes) AS key
      WHERE ${conditions} ORDER BY key LIMIT ${COLUMNS_MAX + 1}`.execute(db),
  );
  const keys = rows.slice(0, COLUMNS_MAX).map(({ key }) => key);
  const columns = new Set(keys);
  const hasRest = rows.length > COLUMNS_MAX;
  const restOf = (attributes: Record<string, string>): string => {
    const rest = Object.entries(attributes).filter(([key]) => !columns.has(key));
    return rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : '';
  };

  yield csvHead(['name', 'phone', ...keys, ...(hasRest ? [REST] : [])]);
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
