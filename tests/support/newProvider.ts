import { rm } from 'node:fs/promises';
import { openDatabase } from '../../server/db/database.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { seed } from './app.ts';
import { copyOfFolder } from './folder.ts';
import { migratedFolder } from './migratedFolder.ts';
import { startServer } from './server.ts';

/**
 * The server of a provider who has set up nothing, on a database of its own: users (tests/support/app.ts, with `PASSWORD`), and
 * no operator, no mail and no brand.
 */
export async function startNewProvider() {
  const dataDir = await copyOfFolder(await migratedFolder(), 'provider-');
  const embedded = await startEmbedded({ dataDir, durable: false });
  const { db, close } = openDatabase(embedded.url, 1, () => {});
  await seed(db);
  await close();
  const server = await startServer({ DATABASE_URL: embedded.url, DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  return {
    ...server,
    async stop(): Promise<void> {
      await server.kill('SIGTERM');
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
