import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { invalidField } from '../platform/problem.ts';

interface GivenGroups {
  /** Without duplicates. */
  uuids: string[];
  /** How many contacts they have; one in two groups counts twice. */
  count: number;
}

/** The named groups, which stay until the transaction ends. Throws a Problem on the field if one is not the account's own. */
export async function requireGroups(
  db: Db,
  account: string,
  groups: readonly string[],
  field = 'groups',
): Promise<GivenGroups> {
  const uuids = [...new Set(groups)];
  if (uuids.length === 0) return { uuids, count: 0 };
  const { rows } = await sql<{ count: number }>`
    SELECT count FROM contact_group WHERE account = ${account} AND uuid = ANY(${uuids}) ORDER BY uuid FOR KEY SHARE`.execute(
    db,
  );
  if (rows.length !== uuids.length) throw invalidField(field, 'This group does not exist.');
  return { uuids, count: rows.reduce((sum, { count }) => sum + count, 0) };
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
