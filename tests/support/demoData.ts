import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/database.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { seedDemo, seedReference } from '../../server/demo/demo.ts';
import { runHousekeeping } from '../../server/jobs/housekeeping.ts';
import { startQueue } from '../../server/jobs/queue.ts';
import { localFiles } from '../../server/services/files/files.ts';
import { sellerNow } from '../../server/services/money/billingSettings.ts';
import { watchLedger } from '../../server/services/reports/ledgerWatch.ts';
import { enterableFolder } from './folder.ts';
import { passwordHash } from './passwordHash.ts';

const log = pino({ level: 'silent' });

/**
 * What the servers of end-to-end tests, which start their database as `npm start` does, find in its own settings: what
 * startEmbedded gives a database that need not last, and no processes for replicas that nobody has.
 */
const SETTINGS = `
fsync = off
synchronous_commit = off
full_page_writes = off
autovacuum = off
io_method = sync
wal_level = minimal
max_wal_senders = 0
max_logical_replication_workers = 0
`;

/**
 * A DATA_DIR as the first `npm start` leaves it: the embedded database with the demonstration, and its files.
 * Created once per run, because initdb, migrations and seeding cost more than most journeys.
 */
export async function makeDemoData(): Promise<string> {
  const dataDir = enterableFolder('demo-');
  const embedded = await startEmbedded({ dataDir, durable: false });
  try {
    const { url } = embedded;
    await migrate(url);
    const { db, close } = openDatabase(url, 2, () => {});
    await seedReference(db);
    const config = readConfig({});
    const seller = await sellerNow(db, config);
    if (!seller) throw new Error('the demonstration has a seller');
    const files = localFiles(join(dataDir, 'files'));
    await seedDemo(db, seller, files);
    await sql`UPDATE users SET password_hash = ${await passwordHash}`.execute(db);
    // Otherwise each server does both in its first minute.
    await runHousekeeping(db, files);
    for (const scope of ['books', 'all'] as const) await watchLedger(db, url, log, scope);
    await sql`VACUUM ANALYZE`.execute(db);
    await close();
    // Its first start creates the queue's tables.
    const queue = await startQueue({ url, handlers: null, log });
    await queue.stop();
  } finally {
    await embedded.stop();
  }
  await appendFile(join(dataDir, 'postgres', 'postgresql.conf'), SETTINGS);
  return dataDir;
}
