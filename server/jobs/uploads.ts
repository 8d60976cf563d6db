import type { Logger } from 'pino';
import { bucketOf, type Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { Files } from '../services/files/files.ts';
import { openStore } from '../services/files/openStore.ts';
import { startLoop } from './loop.ts';
import { onShutdown } from './running.ts';

const HOUR = 3_600_000;

/**
 * Opens the store of uploads. Whatever the process's role, it removes what killed ones have left on this machine: nobody
 * else sees its folder.
 */
export async function openUploads(db: Db, config: Config, log: Logger): Promise<Files> {
  const files = await openStore(db, { bucket: bucketOf(config), dataDir: config.DATA_DIR, log });
  onShutdown(async () => files.close());
  const sweep = async () => {
    // Caught here: the loop would try again every few seconds.
    await files
      .sweep()
      .catch((error: unknown) => log.warn({ err: error }, 'leftover uploads were not removed'));
    return false;
  };
  const sweeps = startLoop(sweep, HOUR, (error) => log.error(error));
  onShutdown(() => sweeps.stop());
  return files;
}
