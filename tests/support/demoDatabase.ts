import type { Kysely } from 'kysely';
import { openDatabase } from '../../server/db/database.ts';
import { startEmbedded } from '../../server/db/embedded.ts';

/** Changes a demonstration's database before a server runs on it, in ways that no user can. */
export async function onDemoDatabase(
  dataDir: string,
  work: (db: Kysely<unknown>) => Promise<unknown>,
): Promise<void> {
  const embedded = await startEmbedded({ dataDir, durable: false });
  try {
    const { db, close } = openDatabase(embedded.url, 1, () => {});
    await work(db);
    await close();
  } finally {
    await embedded.stop();
  }
}
