import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** This is not the database that sending uses: it was replaced or restarted. */
export class DatabaseMoved extends Error {
  constructor() {
    super('the database was restarted or replaced: messages wait until every process has compared with it');
  }
}

/** Identity of a database: cluster, database and start of its server, separated by blanks. */
export async function identityOf(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`SELECT database_identity() AS identity`.execute(db);
  return rows[0]?.identity as string;
}

/** The identity of no database: a worker that knows this one may not claim. */
export const NO_DATABASE = 'no database';

/** Whether one is the other, possibly after a restart. If that is unclear, it is not. */
export function isSameCluster(one: string, other: string): boolean {
  const [cluster, database] = one.split(' ');
  return cluster !== '-' && other.startsWith(`${cluster} ${database} `);
}

/**
 * The later state of a database that has gone back, by its mark (marks.ts). It counts as another cluster, and nothing may be
 * claimed in it.
 */
export function withMark(identity: string, mark: number): string {
  const [cluster, database, start] = identity.split(' ');
  return `${cluster} ${database}@${mark} ${start}`;
}

/** The mark of such a state; undefined for an identity without one. */
export const markOf = (identity: string): number | undefined => {
  const [, mark] = /@(\d+) /.exec(identity) ?? [];
  return mark === undefined ? undefined : Number(mark);
};

export const withoutMark = (identity: string): string => identity.replace(/@\d+ /, ' ');

/** What a claim also reads: the identity of its database, and of the one that sending uses. */
export const claimedIn = sql`database_start() AS start, (SELECT identity FROM sending_database) AS agreed`;

export interface ClaimedIn {
  start: string;
  agreed: string | null;
}

/**
 * Throws DatabaseMoved if a claim runs in another database than sending uses, or than the worker has compared itself with
 * (`known`).
 */
export function requireSameDatabase({ start, agreed }: ClaimedIn, known: string | undefined): void {
  for (const identity of [agreed, known]) {
    if (identity && identity.slice(identity.indexOf(' ') + 1) !== start) throw new DatabaseMoved();
  }
}
