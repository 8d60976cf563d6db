import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the workers of this host remember over a restart: the database that they saw last. */
export interface LastDatabase {
  /**
   * The remembered database, if it is a later one of the same cluster: then this is a former primary that leads again, or a
   * copy of it, and does not know what was sent since.
   */
  laterThan(identity: string): string | undefined;
  /** Whether it should remember one and does not, as on a host that is new or has no disk: then only others can tell. */
  readonly isBlank: boolean;
  note(identity: string): void;
}

/** System identifier, oid and timeline; nothing if a role may not read them. */
const partsOf = (identity: string) =>
  /^(?<timeline>[0-9A-F]{8})\/(?<system>\d+) (?<database>\d+) /.exec(identity)?.groups;

/**
 * Only a lower timeline of the same database tells of a return. Anything else may be meant: a restored backup gets a new
 * timeline, an upgraded PostgreSQL another system identifier, and a copied folder comes to another database.
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

/** Without a file: it remembers for as long as the process runs. */
export function forgetfulDatabase(remembered = '', isBlank = false): LastDatabase {
  let last = remembered;
  return {
    isBlank,
    laterThan: (identity) => (isLater(last, identity) ? last : undefined),
    note(identity) {
      last = identity;
    },
  };
}

/**
 * Remembers it in a file. A file that cannot be written is not believed either: it would tell of a return at every start,
 * long after sending was resumed.
 */
export function openLastDatabase(path: string, onError: (error: unknown) => void): LastDatabase {
  const write = (identity: string): void => {
    const fresh = `${path}.${randomBytes(4).toString('hex')}`;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(fresh, identity, { mode: 0o600, flush: true });
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
  return {
    ...memory,
    note(identity) {
      memory.note(identity);
      if (identity === written) return;
      written = identity; // a failure is told once
      try {
        write(identity);
      } catch (error) {
        onError(error);
      }
    },
  };
}
