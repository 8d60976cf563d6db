import type { Kysely } from 'kysely';
import { failImport, runImport } from '../services/contacts/sheetImport.ts';
import type { Files } from '../services/files/files.ts';

/** The queue's handler of imports. An import whose last attempt fails is marked as failed. */
export const sheetImports =
  (store: { db: Kysely<unknown>; files: Files }) =>
  async ({ uuid }: { uuid: string }, { isLast }: { isLast: boolean }): Promise<void> => {
    try {
      await runImport(store, uuid);
    } catch (error) {
      if (isLast) await failImport(store.db, uuid);
      throw error;
    }
  };
