import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** A store of files by path. Paths are the server's own, never a user's. */
export interface Files {
  /** A new path that nothing has. */
  newPath(extension: string): string;
  write(path: string): Promise<Writable>;
  read(path: string, options?: { start?: number }): Readable;
  /** Deletes a file; one that is not there is no error. */
  remove(path: string): Promise<void>;
  /** Where the file is on this machine. */
  local(path: string): string;
}

/** Files in a local folder. */
export function localFiles(root: string): Files {
  const local = (path: string): string => {
    const full = normalize(join(root, path));
    if (!full.startsWith(root + sep)) throw new Error('a path leaves the store');
    return full;
  };
  return {
    local,
    newPath: (extension) => {
      const id = randomUUID();
      return `${id.slice(0, 2)}/${id}.${extension}`;
    },
    async write(path) {
      await mkdir(dirname(local(path)), { recursive: true });
      return createWriteStream(local(path), { flags: 'wx' });
    },
    read: (path, options) => createReadStream(local(path), options),
    remove: (path) => rm(local(path), { force: true }),
  };
}
