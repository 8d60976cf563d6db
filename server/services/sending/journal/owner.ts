import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/**
 * Whether the process that writes a journal still lives. It listens on a socket in the journals' folder, which the kernel
 * answers for as long as the process is there, even while it stands still, and no longer. Process ids would not do: those
 * of containers are each other's.
 */

/** Octets of a socket's path, with its end, on any system. */
const LONGEST_PATH = 103;

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/**
 * Of the kernel's start: what was written before another one may not have reached the disk. `given` is for a process that
 * sees only processes of /proc (systemd's ProcSubset=pid): systemd's `%b`, the same without hyphens. Null where nothing tells.
 */
export function bootId(given?: string, file = BOOT_ID): string | null {
  try {
    return readFileSync(file, 'latin1').trim();
  } catch {
    return given?.replace(/^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/, '$1-$2-$3-$4-$5') ?? null;
  }
}

/** A path to a socket that is short enough, and what to call when it is of no more use. */
function socketPath(folder: string, name: string): { path: string; free(): void } {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= LONGEST_PATH || process.platform !== 'linux') return { path, free() {} };
  const descriptor = openSync(folder, 'r');
  return { path: `/proc/self/fd/${descriptor}/${name}`, free: () => closeSync(descriptor) };
}

/** Shows that this process lives, until it is called. Rejects where no socket can be made. */
export function showLife(folder: string, name: string): Promise<() => Promise<void>> {
  const { path, free } = socketPath(folder, name);
  const server = createServer((socket) => socket.destroy());
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      free();
      reject(error);
    });
    server.listen(path, () => {
      resolve(
        () =>
          new Promise((done) => {
            server.close(() => {
              free();
              done();
            });
          }),
      );
    });
  });
}

/** Whether the process that showed its life on a socket is gone for certain. */
export function isOwnerGone(folder: string, name: string): Promise<boolean> {
  const { path, free } = socketPath(folder, name);
  return new Promise<boolean>((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    // Any other error, as of a socket that is missing, leaves it open.
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  }).finally(free);
}
