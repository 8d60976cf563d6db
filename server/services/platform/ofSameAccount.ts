import { type RawBuilder, sql } from 'kysely';

/** Which record a row refers to, and what is wanted of it. */
interface Reference {
  table: 'campaign' | 'online_payment' | 'payment_reference';
  /** Of the row: it holds the record's uuid. */
  by: string;
  column: string;
}

/**
 * A value of the record that `row` (an alias) refers to, or null. It is of the row's own account: a wrong reference shows
 * nothing of another one, and a database that is divided by account has both in one place (docs/adr/0020).
 */
export const ofSameAccount = (row: string, { table, by, column }: Reference): RawBuilder<unknown> => sql`(
  SELECT o.${sql.ref(column)} FROM ${sql.table(table)} o
  WHERE o.uuid = ${sql.ref(`${row}.${by}`)} AND o.account = ${sql.ref(`${row}.account`)})`;

/** A value of the campaign of `row`. */
export const ofCampaign = (row: string, column: string): RawBuilder<unknown> =>
  ofSameAccount(row, { table: 'campaign', by: 'campaign', column });
