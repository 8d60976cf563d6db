/** The embedded PostgreSQL through faults that end it while its owner lives: a full disk, or a kill. */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedOptions, startEmbedded } from './embedded.ts';

export interface Kept {
  /** for npm's pg; the same after every start */
  url: string;
  stop(): Promise<void>;
}

const AGAIN_MS = 1000;
const MB = 1024 * 1024;
/** A segment of the log of PostgreSQL, which it makes in one piece. */
const LEAST = 16 * MB;

/** What a full disk does to PostgreSQL's programs reads like much else, and its log cannot be written then. */
async function explained(dataDir: string, error: unknown): Promise<Error> {
  const { message } = error as Error;
  // The data may be a link to another disk.
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
 * Starts PostgreSQL as startEmbedded does, and starts it again, every second, when it has ended by itself. Throws
 * what startEmbedded throws, and one sentence where the disk is full.
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
    let said = '';
    while (!isStopping) {
      try {
        server = await start(new URL(url).port);
        if (isStopping) await server.stop();
        else log('PostgreSQL runs again');
        return;
      } catch (error) {
        const { message } = error as Error;
        if (message !== said) log(message);
        said = message;
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
