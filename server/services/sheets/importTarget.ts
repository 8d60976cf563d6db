import { sql } from 'kysely';
import type { SheetRow } from '#schema/sheets/columns.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import type { Db } from '../../db/database.ts';

/** A sheet's column for each field of what its rows become, and which sheet and header they are of. */
export interface Mapping extends SheetChoice {
  phone: string;
  name?: string | null | undefined;
  reason?: string | null | undefined;
}

/** A row that can be used: its number in E.164 and what its target needs beside it. */
export interface ReadRow {
  phone: string;
}

/** A row that cannot: what stood where the number should, and why. */
export interface RefusedRow extends SheetRow {
  value: string;
  reason: string;
}

export const isRefused = (read: ReadRow | RefusedRow): read is RefusedRow => 'cells' in read;

/** The import whose rows are written. */
export interface ImportOrder {
  account: string;
  /** Contacts: the groups that they are added to. */
  groups: readonly string[];
  /** Blacklist: the reason of rows that give none. */
  reason: string | null;
}

/** Writes the rows of one batch in a transaction, each number once; answers how many were new and were there. */
export interface RowWriter<R extends ReadRow> {
  write(
    trx: Db,
    order: ImportOrder,
    rows: readonly (R & { uuid: string })[],
  ): Promise<{ created: number; updated: number }>;
}

/** What rows of a sheet become: contacts, numbers of the blacklist. */
export interface ImportTarget<R extends ReadRow = ReadRow> {
  /**
   * How rows of a sheet with these columns are read.
   * @throws Problem `invalid` on the field `mapping` when a column is missing or cannot be used.
   */
  reader(columns: readonly string[], mapping: Mapping): (row: SheetRow) => R | RefusedRow;
  /** Called once a run. */
  writer(db: Db): Promise<RowWriter<R>>;
}

/** The unit separator, which no cell of a sheet has a use for; JSON escapes it. */
const SEPARATOR = '\x1f';

/** Texts as an SQL array: a joined text costs a tenth of what the driver's array does. */
export const textArray = (texts: readonly string[]) =>
  sql`string_to_array(${texts.map((text) => text.replaceAll(SEPARATOR, ' ')).join(SEPARATOR)}, ${SEPARATOR})::text[]`;

/** In the order of their numbers, two imports at once cannot wait for each other's rows. */
export const byPhone = <R extends ReadRow>(rows: readonly R[]): R[] =>
  rows.toSorted((a, b) => (a.phone < b.phone ? -1 : 1));
