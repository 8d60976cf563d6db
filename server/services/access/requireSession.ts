import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { Problem } from '../platform/problem.ts';
import type { Person } from './provePassword.ts';

/**
 * Locks the caller's user until the transaction ends. Throws `unauthenticated` if their session has ended since the
 * request began: what ends sessions locks the user first, and a proof from before it no longer counts.
 */
export async function requireSession(trx: Db, { user, tokenHash }: Person): Promise<void> {
  await sql`SELECT FROM users WHERE uuid = ${user} FOR NO KEY UPDATE`.execute(trx);
  const { rows } = await sql`SELECT FROM token WHERE hash = ${tokenHash}`.execute(trx);
  if (rows.length === 0) throw new Problem('unauthenticated', 'Sign in to continue.');
}
