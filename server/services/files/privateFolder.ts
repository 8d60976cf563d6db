import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Access for the server's own user only. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

const unlike = (mode: number, wanted: number): boolean => (mode & 0o777) !== wanted;

/**
 * Makes a folder private, together with what earlier versions left readable in it. The folder itself is private when this
 * resolves; `done` then resolves with the number of others, which may take a while. Each rejects with the system's error,
 * for example if the folder has another owner.
 */
export async function closeFolder(folder: string): Promise<{ done: Promise<number> }> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  if (unlike((await lstat(folder)).mode, FOLDER_MODE)) await chmod(folder, FOLDER_MODE);
  return { done: closeWithin(folder) };
}

async function closeWithin(folder: string): Promise<number> {
  let closed = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Uploads come and go meanwhile. Links are never followed.
    const found = await lstat(path).catch(() => undefined);
    const wanted = found?.isDirectory() ? FOLDER_MODE : FILE_MODE;
    if (!found || !(found.isDirectory() || found.isFile())) continue;
    if (unlike(found.mode, wanted)) {
      await chmod(path, wanted);
      closed++;
    }
    if (found.isDirectory()) closed += await closeWithin(path);
  }
  return closed;
}
