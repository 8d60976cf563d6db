import type { Kysely } from 'kysely';
import type { Files } from '../services/files/files.ts';
import { failUnfinished, type LongJobName } from '../services/platform/longRecords.ts';

interface Store {
  db: Kysely<unknown>;
  files: Files;
}

/** The queue's handler of work on a record, which is marked as failed when the last attempt fails. */
export const longJob =
  (store: Store, job: LongJobName, run: (store: Store, uuid: string) => Promise<void>) =>
  async ({ uuid }: { uuid: string }, { isLast }: { isLast: boolean }): Promise<void> => {
    try {
      await run(store, uuid);
    } catch (error) {
      if (isLast) await failUnfinished(store.db, job, uuid);
      throw error;
    }
  };
