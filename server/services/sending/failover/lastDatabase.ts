import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSameCluster, withMark } from './identity.ts';
import type { Marks } from './marks.ts';

/** What the workers of this host remember over a restart: the database that they saw last. */
export interface LastDatabase {
  /** Of its marks in the database (marks.ts). */
  readonly trace: string;
  /**
   * The remembered database, if it is a later one than this. Either it is of a later timeline: then this is a former primary
   * that leads again, or a copy of it. Or this one lacks the newest mark: then it has gone back, as by a restored backup. It
   * does not know what was sent since.
   */
  laterThan(identity: string, marks?: Pick<Marks, 'marked'>): string | undefined;
  /** Whether it should remember one and does not, as on a host that is new or has no disk: then only others can tell. */
  readonly isBlank: boolean;
  /** `mark`: the newest one. Without it the last one stays, if this is the same cluster. */
  note(identity: string, mark?: number): void;
}

/** System identifier, oid and timeline; nothing if a role may not read them. */
const partsOf = (identity: string) =>
  /^(?<timeline>[0-9A-F]{8})\/(?<system>\d+) (?<database>\d+) /.exec(identity)?.groups;

/**
 * Of other clusters, only a lower timeline of the same database tells of a return. Anything else may be meant: a backup restored
 * to a point in time gets a new timeline, an upgraded PostgreSQL another system identifier, and a copied folder comes to another
 * database.
 */
function isLater(one: string, other: string): boolean {
  const [later, earlier] = [partsOf(one), partsOf(other)];
  return (
    later !== undefined &&
    earlier !== undefined &&
    later.system === earlier.system &&
    later.database === earlier.database &&
    (later.timeline as string) > (earlier.timeline as string)
  );
}

/** The same, or at least the same cluster: a role that may not read the cluster knows only the former. */
const mayShareMarks = (one: string, other: string) => one === other || isSameCluster(one, other);

interface Remembered {
  identity: string;
  trace: string;
  mark?: number | undefined;
}

/** The content of the file: the identity, and in a second line the trace and its newest mark. */
function parse(text: string): Remembered {
  const [identity = '', marks = ''] = text.split('\n');
  const [, trace = randomUUID(), mark] = /^([0-9a-f-]{36}) (\d+)$/.exec(marks) ?? [];
  return { identity, trace, mark: mark === undefined ? undefined : Number(mark) };
}

/** Without a file: it remembers for as long as the process runs. */
export function forgetfulDatabase(remembered = '', isBlank = false): LastDatabase & { text(): string } {
  const { trace, ...last } = parse(remembered);
  return {
    isBlank,
    trace,
    laterThan(identity, marks) {
      if (isLater(last.identity, identity)) return last.identity;
      if (!marks || last.mark === undefined || !mayShareMarks(last.identity, identity)) return undefined;
      return (marks.marked ?? 0) < last.mark ? withMark(last.identity, last.mark) : undefined;
    },
    note(identity, mark = mayShareMarks(last.identity, identity) ? last.mark : undefined) {
      Object.assign(last, { identity, mark });
    },
    text: () => (last.mark === undefined ? last.identity : `${last.identity}\n${trace} ${last.mark}`),
  };
}

/**
 * Remembers it in a file. A file that cannot be written is not believed either: it would tell of a return at every start,
 * long after sending was resumed.
 */
export function openLastDatabase(path: string, onError: (error: unknown) => void): LastDatabase {
  const write = (text: string): void => {
    const fresh = `${path}.${randomBytes(4).toString('hex')}`;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(fresh, text, { mode: 0o600, flush: true });
      renameSync(fresh, path);
    } finally {
      rmSync(fresh, { force: true });
    }
  };
  let written = '';
  try {
    written = readFileSync(path, 'utf8');
    write(written);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      onError(error);
      return forgetfulDatabase('', true);
    }
  }
  const memory = forgetfulDatabase(written, partsOf(written) === undefined);
  let isFailing = false;
  return {
    ...memory,
    note(identity, mark) {
      memory.note(identity, mark);
      if (memory.text() === written) return;
      written = memory.text();
      try {
        write(written);
        isFailing = false;
      } catch (error) {
        if (!isFailing) onError(error);
        isFailing = true; // a failure is told once
      }
    },
  };
}
