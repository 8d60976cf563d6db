import { parsePhone, phoneSentence } from './numbers.ts';
import { invalidField } from './problem.ts';
import type { SheetRow } from './sheetRow.ts';

/** Which of a sheet's columns are a contact's own fields; every other one is an attribute. */
export interface Mapping {
  phone: string;
  name?: string | null | undefined;
}

export interface ReadContact {
  phone: string;
  /** Empty where the sheet gives none. */
  name: string;
  /** A JSON object of the row's other cells that are not empty, by header. */
  attributes: string;
}

/** A row that becomes no contact: what stood where the number should, and why. */
export interface RefusedRow extends SheetRow {
  value: string;
  reason: string;
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
  const place = (field: 'phone' | 'name', header: string): number => {
    const found = columns.indexOf(header);
    if (found < 0) throw invalidField(`mapping.${field}`, `The sheet has no column "${header}".`);
    return found;
  };
  const phoneAt = place('phone', mapping.phone);
  const nameAt = mapping.name ? place('name', mapping.name) : -1;
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

  return ({ row, cells }) => {
    const value = cells[phoneAt] ?? '';
    const refused = (reason: string): RefusedRow => ({ row, cells, value, reason });
    if (cells.length > columns.length && cells.some((cell, at) => at >= columns.length && cell !== '')) {
      return refused('The row has more cells than the header. Is a comma within a cell, without quotes?');
    }
    const { phone, problem } = parsePhone(value);
    if (problem) return refused(phoneSentence(problem));
    const name = nameAt < 0 ? '' : (cells[nameAt] ?? '');
    if (name.length > NAME_MAX) return refused(`The name is longer than ${NAME_MAX} characters.`);
    const attributes: string[] = [];
    for (const { header, at, start } of others) {
      const cell = cells[at];
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

export const isRefused = (read: ReadContact | RefusedRow): read is RefusedRow => 'reason' in read;
