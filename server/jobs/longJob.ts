import type { Kysely } from 'kysely';
import type { Files } from '../services/files/files.ts';

interface Store {
  db: Kysely<unknown>;
  files: Files;
}

/** The queue's handler of work on a record, which is marked as failed when the last attempt fails. */
export const longJob =
  (
    store: Store,
    run: (store: Store, uuid: string) => Promise<void>,
    fail: (db: Kysely<unknown>, uuid: string) => Promise<void>,
  ) =>
  async ({ uuid }: { uuid: string }, { isLast }: { isLast: boolean }): Promise<void> => {
    try {
      await run(store, uuid);
    } catch (error) {
      if (isLast) await fail(store.db, uuid);
      throw error;
    }
  };
