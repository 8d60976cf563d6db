import { join } from 'node:path';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/database.ts';
import { seedDemo } from '../../server/demo/demo.ts';
import { localFiles } from '../../server/services/files/files.ts';
import { sellerNow } from '../../server/services/money/billingSettings.ts';
import { createTestDatabase } from './database.ts';
import { enterableFolder } from './folder.ts';
import { startServer } from './server.ts';

/** A server on one of the run's databases with the demonstration in it; its users have `PASSWORD`. */
export async function startDemoServer() {
  const database = await createTestDatabase();
  const { db, close } = openDatabase(database.url, 2, () => {});
  const seller = await sellerNow(db, readConfig({}));
  if (!seller) throw new Error('the demonstration has a seller');
  await seedDemo(db, seller, localFiles(join(enterableFolder('demo-'), 'files')));
  await close();
  const server = await startServer({ DATABASE_URL: database.url });
  return {
    ...server,
    async stop(): Promise<void> {
      await server.kill('SIGTERM');
      await database.drop();
    },
  };
}
