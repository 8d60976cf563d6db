import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database, OnStatement } from '../db/database.ts';
import { openStandbyReads, type StandbyReads } from '../services/platform/standbyReads.ts';
import { startLoop } from './loop.ts';
import { onShutdown } from './running.ts';

const LOOK = 1000;

interface StandbyWatchOptions {
  config: Config;
  database: Database;
  log: Logger;
  /** The uuid of this process. */
  process: string;
  onStatement?: OnStatement | undefined;
}

/** The standbys of READ_DATABASE_URL, checked until the process stops; undefined without it. */
export function watchStandbys({
  config,
  database,
  log,
  process,
  onStatement,
}: StandbyWatchOptions): StandbyReads | undefined {
  if (!config.READ_DATABASE_URL) return undefined;
  const standbys = openStandbyReads({
    url: config.READ_DATABASE_URL,
    max: config.DATABASE_POOL,
    keepPlans: config.DATABASE_KEEP_PLANS,
    maxLag: config.READ_DATABASE_LAG_SECONDS,
    primary: database.db,
    process,
    onStatement,
    log,
  });
  const look = async () => {
    await standbys.look();
    return false;
  };
  const loop = startLoop(look, LOOK, (error) =>
    log.warn({ err: error }, 'the standbys could not be compared with the primary'),
  );
  onShutdown(async () => {
    await loop.stop();
    await standbys.close();
  });
  return standbys;
}
