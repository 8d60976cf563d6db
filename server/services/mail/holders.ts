import { sql } from 'kysely';
import { allows, type Pair, pairsOf, type Role } from '#schema/permissions.ts';
import type { Db } from '../../db/database.ts';

interface User {
  email: string;
  role: Role;
  ui_permissions: readonly Pair[] | null;
}

/** Addresses of an active account's active users who hold a pair, oldest user first. */
export async function emailsOfHolders(trx: Db, account: string, pair: Pair): Promise<string[]> {
  const { rows } = await sql<User>`
    SELECT u.email, u.role, u.ui_permissions FROM users u JOIN account a ON a.uuid = u.account
    WHERE u.account = ${account} AND u.is_active AND a.is_active ORDER BY u.uuid`.execute(trx);
  return rows.filter((user) => allows(pairsOf(user), pair)).map(({ email }) => email);
}
