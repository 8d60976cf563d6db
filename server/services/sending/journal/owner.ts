import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/**
 * Detects whether the process that writes a journal is alive. It listens on a socket in the journals' folder; the kernel
 * accepts connections as long as the process exists, even while it is stopped. Process ids would not work, because
 * containers reuse them.
 */

/** Maximum octets of a socket's path on any system, including the terminator. */
const LONGEST_PATH = 103;

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/**
 * The kernel's boot id: data written before a reboot may not have reached the disk. `given` is for a process that sees only
 * processes in /proc (systemd's ProcSubset=pid): systemd's `%b`, the same without hyphens. Null if unknown.
 */
export function bootId(given?: string, file = BOOT_ID): string | null {
  try {
    return readFileSync(file, 'latin1').trim();
  } catch {
    return given?.replace(/^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/, '$1-$2-$3-$4-$5') ?? null;
  }
}

/** A sufficiently short path to a socket, and a function that removes it. */
function socketPath(folder: string, name: string): { path: string; free(): void } {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= LONGEST_PATH || process.platform !== 'linux') return { path, free() {} };
  const descriptor = openSync(folder, 'r');
  return { path: `/proc/self/fd/${descriptor}/${name}`, free: () => closeSync(descriptor) };
}

/** Signals that this process is alive, until the returned function is called. Rejects if no socket can be created. */
export function signalAlive(folder: string, name: string): Promise<() => Promise<void>> {
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

/** Whether the process behind a socket is certainly gone. */
export function isOwnerGone(folder: string, name: string): Promise<boolean> {
  const { path, free } = socketPath(folder, name);
  return new Promise<boolean>((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    // Any other error, such as a missing socket, leaves it open.
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  }).finally(free);
}
