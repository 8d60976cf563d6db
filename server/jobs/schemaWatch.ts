import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { NewerSchema, refuseNewer } from '../db/migrate.ts';
import { type Loop, startLoop } from './loop.ts';
import { stopWorking } from './running.ts';

const LOOK = 1000;

export interface SchemaWatch extends Pick<Loop, 'stop'> {
  /** Whether a newer version has migrated the database. */
  isOutdated(): boolean;
}

/** Once a newer version has migrated the database, stops taking work and logs why. */
export function watchSchema({ database, log }: { database: Database; log: Logger }): SchemaWatch {
  let isOutdated = false;
  const look = async (): Promise<boolean> => {
    if (!isOutdated) await refuseNewer(database.db);
    return false;
  };
  const loop = startLoop(look, LOOK, (error) => {
    if (!(error instanceof NewerSchema) || isOutdated) return;
    isOutdated = true;
    log.error(`${error.message} This process takes no more work.`);
    void stopWorking().catch((failure: unknown) => log.error(failure));
  });
  return { stop: loop.stop, isOutdated: () => isOutdated };
}
