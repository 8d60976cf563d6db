import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** This is not the database that sending began in: another one has taken its place, or it was restarted. */
export class DatabaseMoved extends Error {
  constructor() {
    super('the database was restarted or replaced: messages wait until every process has compared with it');
  }
}

/** Which database this is: cluster, database and start of its server, with blanks between. */
export async function identityOf(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`SELECT database_identity() AS identity`.execute(db);
  return rows[0]?.identity as string;
}

/** Whether one is the other after a restart at most. Where that cannot be told, it is not. */
export function isSameCluster(one: string, other: string): boolean {
  const [cluster, database] = one.split(' ');
  return cluster !== '-' && other.startsWith(`${cluster} ${database} `);
}

/** What a claim reads beside its own: where it is made, and where sending goes on. */
export const claimedIn = sql`database_start() AS start, (SELECT identity FROM sending_database) AS agreed`;

export interface ClaimedIn {
  start: string;
  agreed: string | null;
}

/**
 * Throws DatabaseMoved where a claim is made in another database than sending goes on in, or than the worker compared
 * itself with (`known`).
 */
export function requireSameDatabase({ start, agreed }: ClaimedIn, known: string | undefined): void {
  for (const identity of [agreed, known]) {
    if (identity && identity.slice(identity.indexOf(' ') + 1) !== start) throw new DatabaseMoved();
  }
}
