import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { type Actor, audit } from '../platform/audit.ts';

/** SQL of whether API key `k` is valid. */
export const isValidKey = sql`k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;

/** SQL of the number of a user's valid API keys. */
export const validKeyCount = (user: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(SELECT count(*)::int FROM api_key k WHERE k."user" = ${user} AND ${isValidKey})`;

export async function countKeys(db: Db, user: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT ${validKeyCount(sql`${user}`)} AS n`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Revokes a user's API keys, or those created at or after `since`, each with an entry in the audit log; returns how many.
 */
export async function revokeKeysOf(
  trx: Db,
  actor: Actor,
  user: string,
  since: RawBuilder<unknown> = sql`'-infinity'`,
): Promise<number> {
  const { rows } = await sql<{ uuid: string; name: string; account: string }>`
    UPDATE api_key k SET revoked_at = now()
    WHERE k."user" = ${user} AND ${isValidKey} AND k.created_at >= ${since}
    RETURNING uuid, name, account`.execute(trx);
  for (const { uuid: record, name: title, account } of rows)
    await audit(trx, actor, { action: 'revoke', entity: 'settings/api-keys', record, account, title });
  return rows.length;
}
