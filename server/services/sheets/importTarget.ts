import { sql } from 'kysely';
import type { SheetRow } from '#schema/sheets/columns.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import type { Db } from '../../db/database.ts';

/** The column for each field of the target's records, and which sheet and header they belong to. */
export interface Mapping extends SheetChoice {
  phone: string;
  name?: string | null | undefined;
  reason?: string | null | undefined;
}

/** A usable row: its number in E.164 and what its target needs besides. */
export interface ReadRow {
  phone: string;
}

/** An unusable row: what was in place of the number, and why it is refused. */
export interface RefusedRow extends SheetRow {
  value: string;
  reason: string;
}

export const isRefused = (read: ReadRow | RefusedRow): read is RefusedRow => 'cells' in read;

/** The import whose rows are written. */
export interface ImportOrder {
  account: string;
  /** For contacts: the groups to add them to. */
  groups: readonly string[];
  /** For the blacklist: the default reason. */
  reason: string | null;
}

/** Writes the rows of one batch in a transaction, each number once; returns how many were new and how many existed. */
export interface RowWriter<R extends ReadRow> {
  write(
    trx: Db,
    order: ImportOrder,
    rows: readonly (R & { uuid: string })[],
  ): Promise<{ created: number; updated: number }>;
}

/** What the rows of a file become: contacts or blacklisted numbers. */
export interface ImportTarget<R extends ReadRow = ReadRow> {
  /**
   * How rows of a file with these columns are read.
   * @throws Problem `invalid` on the field `mapping` when a column is missing or cannot be used.
   */
  reader(columns: readonly string[], mapping: Mapping): (row: SheetRow) => R | RefusedRow;
  /** Called once per run. */
  writer(db: Db): Promise<RowWriter<R>>;
}

/** The unit separator, which no cell needs; JSON escapes it. */
const SEPARATOR = '\x1f';

/** Texts as an SQL array: a joined text costs a tenth of the driver's array. */
export const textArray = (texts: readonly string[]) =>
  // A single empty text would join to '', which PostgreSQL splits into an empty array.
  texts.length === 1
    ? sql`ARRAY[${texts[0]}]::text[]`
    : sql`string_to_array(${texts.map((text) => text.replaceAll(SEPARATOR, ' ')).join(SEPARATOR)}, ${SEPARATOR})::text[]`;

/** Sorted by number, so that two concurrent imports cannot deadlock on each other's rows. */
export const byPhone = <R extends ReadRow>(rows: readonly R[]): R[] =>
  rows.toSorted((a, b) => (a.phone < b.phone ? -1 : 1));
