import { contactName } from '#schema/contactValues.ts';
import type { SheetRow } from '#schema/sheets/columns.ts';
import { targetCheck } from '#schema/sheets/targetCheck.ts';
import { invalidField } from '../platform/problem.ts';
import { isRefused, type Mapping, type ReadRow, type RefusedRow } from '../sheets/importTarget.ts';
import { phoneOf, placeOf, targetSentence } from '../sheets/rowCells.ts';

export interface ReadContact extends ReadRow {
  /** Empty if the file gives none, or only the number again. */
  name: string;
  /** A JSON object of the row's other non-empty cells, by header. */
  attributes: string;
}

const KEY_MAX = 60;

/**
 * Maps rows of a file with these columns to contacts. @throws Problem `invalid` on the field `mapping` when a column is
 * missing or its header is too long.
 */
export function contactReader(
  columns: readonly string[],
  mapping: Mapping,
): (row: SheetRow) => ReadContact | RefusedRow {
  const phoneAt = placeOf(columns, mapping, 'phone');
  const nameAt = placeOf(columns, mapping, 'name');
  const others = columns
    .map((header, at) => ({ header, at, start: `${JSON.stringify(header)}:` }))
    .filter(({ at }) => at !== phoneAt && at !== nameAt);
  const long = others.find(({ header }) => header.length > KEY_MAX);
  if (long) {
    throw invalidField(
      'mapping',
      `The header "${long.header.slice(0, KEY_MAX)}…" is longer than ${KEY_MAX} characters. Shorten it and upload the file again.`,
    );
  }

  const check = targetCheck('contacts', columns, mapping);

  return (row) => {
    const read = phoneOf(row, columns, phoneAt);
    if (isRefused(read)) return read;
    const { phone, refused } = read;
    const found = check(row.cells);
    if (found) return refused(targetSentence(found));
    const name = row.cells[nameAt] ?? '';
    const attributes: string[] = [];
    for (const { at, start } of others) {
      const cell = row.cells[at];
      if (cell) attributes.push(start + JSON.stringify(cell));
    }
    return { phone, name: contactName(name, phone) ?? '', attributes: `{${attributes.join(',')}}` };
  };
}
