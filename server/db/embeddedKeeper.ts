/** Keeps the embedded PostgreSQL running through faults that end it while its owner lives: a full disk, or a kill. */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedOptions, startEmbedded } from './embedded.ts';

export interface Kept {
  /** for npm's pg; stays the same after every restart */
  url: string;
  stop(): Promise<void>;
}

const AGAIN_MS = 1000;
const MB = 1024 * 1024;
/** A segment of PostgreSQL's log, which is allocated at once. */
const LEAST = 16 * MB;

/** On a full disk, PostgreSQL's errors are ambiguous, and its log cannot be written. */
async function explained(dataDir: string, error: unknown): Promise<Error> {
  const { message } = error as Error;
  // The data folder may be a link to another disk.
  const disk = await statfs(join(dataDir, 'postgres')).catch(() => statfs(dataDir).catch(() => undefined));
  const free = disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY;
  const isFull =
    /No space left|ENOSPC/.test(message) ||
    (free < LEAST && /^(PostgreSQL does not start|initdb failed)/.test(message));
  if (!isFull || !disk) return error as Error;
  return new Error(
    `The disk of ${dataDir} is full: PostgreSQL cannot start with the ${Math.floor(free / MB)} MB left`,
  );
}

/**
 * Starts PostgreSQL like startEmbedded and restarts it, every second, when it ends by itself. Throws like startEmbedded,
 * and one sentence if the disk is full.
 */
export async function keepEmbedded(options: EmbeddedOptions): Promise<Kept> {
  const { dataDir, log = () => {} } = options;
  const start = (port?: string) =>
    startEmbedded({ ...options, port }).catch(async (error: unknown) => {
      throw await explained(dataDir, error);
    });
  let server = await start();
  const { url } = server;
  let isStopping = false;
  let stopWaiting = () => {};
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, AGAIN_MS);
      stopWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const again = async (): Promise<void> => {
    let lastReason = '';
    while (!isStopping) {
      try {
        server = await start(new URL(url).port);
        if (isStopping) await server.stop();
        else log('PostgreSQL runs again');
        return;
      } catch (error) {
        const { message } = error as Error;
        if (message !== lastReason) log(message);
        lastReason = message;
        await rest();
      }
    }
  };
  const keeping = (async () => {
    while (!isStopping) {
      await server.exited;
      await again();
    }
  })();
  return {
    url,
    async stop() {
      isStopping = true;
      stopWaiting();
      await server.stop();
      await keeping;
    },
  };
}
