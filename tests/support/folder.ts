import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const folders: string[] = [];
// A worker of vitest ends without it: its folders go with the run's (globalSetup.ts).
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * A new folder that whoever is not root may enter, as PostgreSQL must where root starts it: else the server would put
 * its database elsewhere, and leave it there. Its maker removes it.
 */
export function enterableFolder(prefix: string, place = tmpdir()): string {
  const folder = mkdtempSync(join(place, prefix));
  chmodSync(folder, 0o711);
  return folder;
}

/** One that goes with this process. */
export function temporaryFolder(prefix: string): string {
  const folder = enterableFolder(prefix);
  folders.push(folder);
  return folder;
}

/** One with what another holds. Files keep their owner, without whom PostgreSQL does not touch its own. */
export async function copyOfFolder(original: string, prefix: string): Promise<string> {
  const folder = enterableFolder(prefix);
  if (process.platform === 'win32') await cp(original, folder, { recursive: true });
  else await run('cp', ['-a', `${original}/.`, folder]);
  return folder;
}
