import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { audit, type Doer } from '../audit.ts';

/** SQL of the API keys of a user that can still be used. */
const livingKeys = (user: string): RawBuilder<unknown> =>
  sql`"user" = ${user} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;

/** How many API keys of a user can still be used. */
export async function countKeys(db: Db, user: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM api_key WHERE ${livingKeys(user)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Revokes the API keys of a user, or those that were made at or after `since`, each with an entry in the audit log;
 * answers how many.
 */
export async function revokeKeysOf(
  trx: Db,
  doer: Doer,
  user: string,
  since: RawBuilder<unknown> = sql`'-infinity'`,
): Promise<number> {
  const { rows } = await sql<{ uuid: string; name: string; account: string }>`
    UPDATE api_key SET revoked_at = now() WHERE ${livingKeys(user)} AND created_at >= ${since}
    RETURNING uuid, name, account`.execute(trx);
  for (const { uuid: record, name: title, account } of rows)
    await audit(trx, doer, { action: 'revoke', entity: 'settings/api-keys', record, account, title });
  return rows.length;
}
