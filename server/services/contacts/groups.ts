import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { invalidField } from '../platform/problem.ts';

/**
 * The named groups without duplicates, which stay until the transaction ends. Throws a Problem on the field if one is not
 * the account's own.
 */
export async function requireGroups(
  db: Db,
  account: string,
  groups: readonly string[],
  field = 'groups',
): Promise<string[]> {
  const distinct = [...new Set(groups)];
  if (distinct.length === 0) return distinct;
  const { rows } = await sql`
    SELECT FROM contact_group WHERE account = ${account} AND uuid = ANY(${distinct}) ORDER BY uuid FOR KEY SHARE`.execute(
    db,
  );
  if (rows.length !== distinct.length) throw invalidField(field, 'This group does not exist.');
  return distinct;
}

/**
 * Keeps the groups of a contact, or all of the account's, until the transaction ends. Called before contacts are locked:
 * who deletes a group locks it first and then its members.
 */
export async function keepGroups(trx: Db, account: string, contact?: string): Promise<void> {
  const those = contact
    ? sql`uuid = ANY(ARRAY(SELECT unnest(groups) FROM contact WHERE account = ${account} AND uuid = ${contact}))`
    : sql`true`;
  await sql`SELECT FROM contact_group WHERE account = ${account} AND ${those} ORDER BY uuid FOR KEY SHARE`.execute(
    trx,
  );
}
