import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** Where an SMPP link connects, and as whom. */
export interface Login {
  host: string;
  port: number;
  system_id: string;
}

/** Until the transaction ends nobody else gives a link a login. Comes before any lock on a link. */
export const lockLogins = (trx: Db) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('operator link logins'))`.execute(trx);

/**
 * The name of another link than `own` with the same login. An operator may send a receipt over any SMPP connection of a
 * system ID, so a login must be used by only one link. `from`: only links that are managed there.
 */
export async function otherWithLogin(
  trx: Db,
  { host, port, system_id }: Login,
  own: string | null,
  from: 'console' | null = null,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM operator_link WHERE lower(host) = lower(${host}) AND port = ${port} AND system_id = ${system_id}
      AND kind = 'smpp' AND name IS DISTINCT FROM ${own} AND managed_by = coalesce(${from}, managed_by)`.execute(
    trx,
  );
  return rows[0]?.name;
}

/**
 * SQL: the pairs (`link`, `other`) of SMPP links with the same system ID, such as two addresses of one operator, which may send
 * a receipt over either. Also the former address of a link of the environment, under whose name its messages stay.
 */
export const sameSystemId = sql`(
  SELECT own.name AS link, other.name AS other
  FROM operator_link own JOIN operator_link other USING (kind, is_simulator, system_id)
  WHERE kind = 'smpp' AND own.name <> other.name)`;
