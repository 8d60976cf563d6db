import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isSameCluster } from '../failover/identity.ts';
import { type Journal, noJournal, openJournal } from './journal.ts';
import { bootId, isOwnerGone, signalAlive } from './owner.ts';
import { type Entry, type Header, type JournalFile, readRecords } from './records.ts';

/** The journals of a host's workers, in a shared folder. */
export interface Journals {
  /** Starts a worker's journal; if that fails, logs it and works without one. */
  open(worker: number, identity: string): Journal;
  /** The journal of a worker of this database; null if it is not here. */
  find(worker: number, identity: string): Promise<FoundJournal | null>;
  /** The journals that other processes left here. */
  left(): Promise<FoundJournal[]>;
  /** Stops signalling that this process is alive. */
  close(): Promise<void>;
}

export interface FoundJournal {
  header: Header;
  entries: Entry[];
  /** Its process is certainly gone. */
  isGone: boolean;
  /** And it is complete: what it does not mention was not sent. */
  isWhole: boolean;
  /** It covers everything since its start: no file was removed. */
  isFromStart: boolean;
  /** Time of the last write, in milliseconds since 1970. */
  writtenAt: number;
  remove(): void;
}

export interface JournalsOptions {
  folder: string;
  /** Id of this process (server_process). */
  process: string;
  /** BOOT_ID, if the kernel does not show it to this process. */
  boot?: string | undefined;
  onError(error: unknown): void;
}

/** For workers without a journal. */
export const noJournals: Journals = {
  open: () => noJournal,
  find: async () => null,
  left: async () => [],
  async close() {},
};

const socketOf = (prefix: string): string => `${prefix}.sock`;
const NAME = /^([0-9a-f]{12})-(\d+)\.(\d+)$/;

/**
 * The journals of a folder, which is created if missing. If the folder or a socket in it cannot be created, logs it and
 * works without journals.
 */
export async function openJournals({
  folder,
  process: own,
  boot: given,
  onError,
}: JournalsOptions): Promise<Journals> {
  const prefix = randomBytes(6).toString('hex');
  const boot = bootId(given);
  let endLife: () => Promise<void>;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    endLife = await signalAlive(folder, socketOf(prefix));
  } catch (error) {
    onError(error);
    return noJournals;
  }

  /** The journals' files, newest first. */
  const list = (): { of: string; worker: number; generation: number; name: string }[] =>
    readdirSync(folder)
      .flatMap((name) => {
        const [, of = '', worker, generation] = NAME.exec(name) ?? [];
        return of ? [{ of, worker: Number(worker), generation: Number(generation), name }] : [];
      })
      .toSorted((one, other) => other.generation - one.generation);

  /** `isOwnerGone` was checked before the read: a process still alive might have written more since. */
  const read = (of: string, number: number, isSilent: boolean): FoundJournal | null => {
    const files = list().filter((file) => file.of === of && file.worker === number);
    const paths = files.map(({ name }) => join(folder, name));
    const found = paths.map((path) => ({ path, file: readRecords(readFileSync(path)) }));
    const newest = found[0];
    if (!newest?.file) return null;
    const { header, isSound } = newest.file;
    const { dev, ino, mtimeMs } = statSync(newest.path);
    const isOfThisStart = boot !== null && header.boot === boot;
    // After a reboot of this host, none of its processes runs. A path shared by hosts says nothing about them.
    const isGone = isOfThisStart ? isSilent : boot !== null && header.host === hostname();
    return {
      header,
      entries: merged(found.flatMap(({ file }) => file ?? [])),
      isGone,
      isWhole: isGone && isOfThisStart && isSound && header.file === `${dev} ${ino}`,
      isFromStart: files.at(-1)?.generation === 1,
      writtenAt: mtimeMs,
      remove() {
        for (const path of paths) rmSync(path, { force: true });
        if (!list().some((file) => file.of === of)) rmSync(join(folder, socketOf(of)), { force: true });
      },
    };
  };

  const readOthers = async (wanted?: number): Promise<FoundJournal[]> => {
    const found = new Map<string, FoundJournal>();
    for (const { of, worker } of list()) {
      if (of === prefix || (wanted ?? worker) !== worker || found.has(`${of}-${worker}`)) continue;
      const isSilent = await isOwnerGone(folder, socketOf(of));
      try {
        const journal = read(of, worker, isSilent);
        if (journal) found.set(`${of}-${worker}`, journal);
      } catch (error) {
        // Another process of this host may just have removed it.
        onError(error);
      }
    }
    return [...found.values()];
  };

  return {
    open(worker, identity) {
      const header = { version: 1 as const, worker, identity, process: own, boot };
      const whose = { host: hostname(), pid: process.pid };
      try {
        return openJournal({ folder, name: `${prefix}-${worker}` }, { ...header, ...whose }, onError);
      } catch (error) {
        onError(error);
        return noJournal;
      }
    },
    async find(worker, identity) {
      const found = await readOthers(worker);
      return found.find(({ header }) => isSameCluster(header.identity, identity)) ?? null;
    },
    left: () => readOthers(),
    close: () => endLife(),
  };
}

/** The combined content of a journal's files (newest file first); oldest record first. */
function merged(files: readonly JournalFile[]): Entry[] {
  const newest = files[0]?.entries;
  const older = files.slice(1).flatMap(({ entries }) => [...entries]);
  return [...older.filter(([id]) => !newest?.has(id)).map(([, entry]) => entry), ...(newest?.values() ?? [])];
}
