import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { invalidField } from '../platform/problem.ts';

/** The named groups without duplicates. Throws a Problem on the field if one is not the account's own. */
export async function requireGroups(
  db: Db,
  account: string,
  groups: readonly string[],
  field = 'groups',
): Promise<string[]> {
  const distinct = [...new Set(groups)];
  if (distinct.length === 0) return distinct;
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM contact_group WHERE account = ${account} AND uuid = ANY(${distinct})`.execute(
    db,
  );
  if (rows[0]?.n !== distinct.length) throw invalidField(field, 'This group does not exist.');
  return distinct;
}
