import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { FILE_MODE, FOLDER_MODE } from './privateFolder.ts';

/** A file on this machine, there until it is released; releasing twice is no error. */
interface LocalFile {
  path: string;
  release(): Promise<void>;
}

/** A store of files by path. Paths are the server's own, never a user's. */
export interface Files {
  /** A place on this machine for what is to be looked at before the store takes it. */
  spool(): Promise<LocalFile>;
  /** Takes a file of this machine into the store and answers the new path that it has there. */
  keep(local: string, extension: string): Promise<string>;
  /** The content from its start. Rejects with FileGone. */
  read(path: string): Promise<Readable>;
  /**
   * The file on this machine, for readers that need a path: itself where the store is a local folder, else
   * a copy that goes when it is released. Rejects with FileGone.
   */
  local(path: string): Promise<LocalFile>;
  /** Deletes a file; one that is not there is no error. */
  remove(path: string): Promise<void>;
  /** Clears away what a process that was killed left on this machine. */
  sweep(): Promise<void>;
  close(): void;
}

/** The store has no such file. */
export class FileGone extends Error {}

/** Nothing is copied, checked or read for so long. */
const SPOOL_HOURS = 24;

/** Bytes of a file that is stored in one piece: every document. */
const WHOLE_MAX = 16 * 1024 * 1024;

/** What a kind of store does in its own way. */
export interface Backend {
  disk: Disk;
  /** Folder of this machine; its part `spool` holds what is in passing. */
  folder: string;
  /** Where a path of the store lies on this machine; absent where it does not. */
  place?: (path: string) => string;
  close?: () => void;
}

function isGone(error: unknown): boolean {
  const { code, name, $metadata, cause } = error as {
    code?: string;
    name?: string;
    $metadata?: { httpStatusCode?: number };
    cause?: unknown;
  };
  if (code === 'ENOENT' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404) return true;
  return cause ? isGone(cause) : false;
}

const explained = (error: unknown): unknown =>
  isGone(error) ? new FileGone('the store has no such file', { cause: error }) : error;

/** A store on a disk of the library flydrive. */
export function filesOn({ disk, folder, place, close }: Backend): Files {
  const spooled = join(folder, 'spool');

  const spool = async (): Promise<LocalFile> => {
    await mkdir(spooled, { recursive: true, mode: FOLDER_MODE });
    const path = join(spooled, randomUUID());
    return { path, release: () => rm(path, { force: true }) };
  };

  const read = async (path: string): Promise<Readable> => {
    try {
      const stream = await disk.getStream(path);
      // A local stream opens later; the reader must get "not found" now.
      if (place) await once(stream, 'open');
      return stream;
    } catch (error) {
      throw explained(error);
    }
  };

  return {
    spool,
    read,
    async keep(local, extension) {
      const id = randomUUID();
      const path = `${id.slice(0, 2)}/${id}.${extension}`;
      try {
        // What is in memory can be sent again when a bucket hiccups; a stream cannot.
        const { size } = await stat(local);
        if (size <= WHOLE_MAX) await disk.put(path, await readFile(local));
        else await disk.copyFromFs(local, path);
        if (place) {
          await chmod(dirname(place(path)), FOLDER_MODE);
          await chmod(place(path), FILE_MODE);
        }
      } catch (error) {
        // What came in part is of no use; that it cannot be removed either is not the news.
        await disk.delete(path).catch(() => undefined);
        throw error;
      }
      return path;
    },
    async local(path) {
      if (place) {
        const own = place(path);
        await stat(own).catch((error: unknown) => {
          throw explained(error);
        });
        return { path: own, release: async () => {} };
      }
      const copy = await spool();
      try {
        await pipeline(await read(path), createWriteStream(copy.path, { flags: 'wx', mode: FILE_MODE }));
        return copy;
      } catch (error) {
        await copy.release();
        throw error;
      }
    },
    remove: (path) => disk.delete(path),
    async sweep() {
      const oldest = Date.now() - SPOOL_HOURS * 3_600_000;
      for (const name of await readdir(spooled).catch(() => [])) {
        const path = join(spooled, name);
        const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
        if (mtimeMs < oldest) await rm(path, { force: true });
      }
    },
    close: () => close?.(),
  };
}

/** Files in a local folder. */
export function localFiles(root: string): Files {
  return filesOn({
    disk: new Disk(new FSDriver({ location: root, visibility: 'private' })),
    folder: root,
    place: (path) => join(root, path),
  });
}
