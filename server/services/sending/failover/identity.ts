import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** This is not the database that sending began in: another one has taken its place, or it was restarted. */
export class DatabaseMoved extends Error {
  constructor() {
    super('the database was restarted or replaced: messages wait until every process has compared with it');
  }
}

/** Which database this is: cluster and start. */
export async function identityOf(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`SELECT database_identity() AS identity`.execute(db);
  return rows[0]?.identity as string;
}

/**
 * For a transaction that claims: throws DatabaseMoved where this is not the database that sending goes on in, or not the
 * one that the worker compared itself with (`known`).
 */
export async function requireSameDatabase(trx: Db, known: string | undefined): Promise<void> {
  const { rows } = await sql<{ identity: string; agreed: string | null }>`
    SELECT database_identity() AS identity, agreed.identity AS agreed FROM sending_database agreed`.execute(
    trx,
  );
  const { identity, agreed } = rows[0] as (typeof rows)[0];
  if (identity !== (agreed ?? identity) || identity !== (known ?? identity)) throw new DatabaseMoved();
}
