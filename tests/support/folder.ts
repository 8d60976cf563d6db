import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const folders: string[] = [];
// A vitest worker ends without this event: its folders are removed with the run's (globalSetup.ts).
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * A new folder that users other than root can enter, as PostgreSQL must if root starts it: otherwise the
 * server would put its database elsewhere and leave it there. The caller removes it.
 */
export function enterableFolder(prefix: string, place = tmpdir()): string {
  const folder = mkdtempSync(join(place, prefix));
  chmodSync(folder, 0o711);
  return folder;
}

/** A folder that is removed when this process ends. */
export function temporaryFolder(prefix: string): string {
  const folder = enterableFolder(prefix);
  folders.push(folder);
  return folder;
}

/**
 * A folder with a copy of another's content. Files keep their owner, because PostgreSQL refuses files of
 * others.
 */
export async function copyOfFolder(original: string, prefix: string): Promise<string> {
  const folder = enterableFolder(prefix);
  if (process.platform === 'win32') await cp(original, folder, { recursive: true });
  else await run('cp', ['-a', `${original}/.`, folder]);
  return folder;
}
