import { access, mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { startEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { enterableFolder } from './folder.ts';

async function make(): Promise<string> {
  const folder = enterableFolder('migrated-new-');
  const embedded = await startEmbedded({ dataDir: folder, durable: false });
  await migrate(embedded.url);
  await embedded.stop();
  return folder;
}

/**
 * A DATA_DIR with a stopped PostgreSQL whose database is migrated and empty, to copy (folder.ts). The first worker of the run that
 * needs it makes it, because initdb and the migrations cost more than most tests; the others wait.
 */
export async function migratedFolder(): Promise<string> {
  const folder = join(tmpdir(), 'migrated');
  const isFirst = await mkdir(`${folder}.begun`).then(
    () => true,
    () => false,
  );
  if (isFirst) await rename(await make(), folder);
  await vi.waitFor(() => access(folder), { timeout: 60_000, interval: 20 });
  return folder;
}
