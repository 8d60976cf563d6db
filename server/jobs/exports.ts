import type { Kysely } from 'kysely';
import type { Files } from '../services/files/files.ts';
import { failExport, runExport } from '../services/people/accountExport.ts';

/** The queue's handler of exports. An export whose last attempt fails is marked as failed. */
export const accountExports =
  (store: { db: Kysely<unknown>; files: Files }) =>
  async ({ uuid }: { uuid: string }, { isLast }: { isLast: boolean }): Promise<void> => {
    try {
      await runExport(store, uuid);
    } catch (error) {
      if (isLast) await failExport(store.db, uuid);
      throw error;
    }
  };
