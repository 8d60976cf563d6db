import { type Kysely, type RawBuilder, sql } from 'kysely';
import { bringBackTouch } from './farTimes.ts';

/** The record of each kind of long job, and what it says when the job fails for no reason of its own. */
export const longRecords = {
  'contact-import': {
    table: 'contact_import',
    stuckMinutes: 15,
    failure: 'Something went wrong on the server. Records already imported are kept. Start the import again.',
    ends: true,
  },
  'account-export': {
    table: 'account_export',
    stuckMinutes: 15,
    failure: 'Something went wrong on the server. Start the export again.',
    ends: true,
  },
  // A failed erasure has not finished: asking for the number again begins it anew.
  erasure: {
    table: 'erasure',
    stuckMinutes: 60,
    failure: 'Something went wrong on the server. Erase the number again: what is erased stays erased.',
    ends: false,
  },
} as const;
export type LongJobName = keyof typeof longRecords;

async function fail(
  db: Kysely<unknown>,
  job: LongJobName,
  which: RawBuilder<unknown>,
  reason: string = longRecords[job].failure,
): Promise<void> {
  const { table, ends } = longRecords[job];
  await sql`
    UPDATE ${sql.table(table)} SET status = 'failed', error = ${reason}, finished_at = ${ends ? sql`now()` : sql`NULL`}
    WHERE ${which}`.execute(db);
}

/** Marks an unfinished record as failed. */
export const failUnfinished = (
  db: Kysely<unknown>,
  job: LongJobName,
  uuid: string,
  reason?: string,
): Promise<void> => fail(db, job, sql`uuid = ${uuid} AND status IN ('queued', 'running')`, reason);

/** Marks the records as failed that no worker has touched for long, because every attempt was killed. */
export async function failStuck(db: Kysely<unknown>, job: LongJobName): Promise<void> {
  const { table, stuckMinutes } = longRecords[job];
  await bringBackTouch(db, table);
  await fail(
    db,
    job,
    sql`status = 'running' AND updated_at < now() - make_interval(mins => ${stuckMinutes})`,
  );
}
