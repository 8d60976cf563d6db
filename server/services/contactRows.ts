import type { SheetRow } from '#schema/sheets/columns.ts';
import { isRefused, type Mapping, type ReadRow, type RefusedRow } from './importTarget.ts';
import { invalidField } from './problem.ts';
import { phoneOf, placeOf } from './rowCells.ts';

export interface ReadContact extends ReadRow {
  /** Empty where the sheet gives none. */
  name: string;
  /** A JSON object of the row's other cells that are not empty, by header. */
  attributes: string;
}

const NAME_MAX = 120;
const ATTRIBUTES_MAX = 50;
const KEY_MAX = 60;
const VALUE_MAX = 500;

/**
 * How rows of a sheet with these columns become contacts.
 * @throws Problem `invalid` on the field `mapping` when a column is missing or its header too long.
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

  return (row) => {
    const read = phoneOf(row, columns, phoneAt);
    if (isRefused(read)) return read;
    const { phone, refused } = read;
    const name = row.cells[nameAt] ?? '';
    if (name.length > NAME_MAX) return refused(`The name is longer than ${NAME_MAX} characters.`);
    const attributes: string[] = [];
    for (const { header, at, start } of others) {
      const cell = row.cells[at];
      if (!cell) continue;
      if (cell.length > VALUE_MAX) return refused(`"${header}" is longer than ${VALUE_MAX} characters.`);
      attributes.push(start + JSON.stringify(cell));
    }
    if (attributes.length > ATTRIBUTES_MAX) {
      return refused(
        `The row fills ${attributes.length} columns beside name and number; a contact keeps ${ATTRIBUTES_MAX}.`,
      );
    }
    return { phone, name, attributes: `{${attributes.join(',')}}` };
  };
}
