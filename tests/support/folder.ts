import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
// A worker of vitest ends without it: its folders go with the run's (globalSetup.ts).
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * A new folder that whoever is not root may enter, as PostgreSQL must where root starts it: else the server would put
 * its database elsewhere, and leave it there. Its maker removes it.
 */
export function enterableFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o711);
  return folder;
}

/** One that goes with this process. */
export function temporaryFolder(prefix: string): string {
  const folder = enterableFolder(prefix);
  folders.push(folder);
  return folder;
}
