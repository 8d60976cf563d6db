import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The running release: version of package.json, and the full commit, or null if unknown. */
export interface Release {
  version: string;
  commit: string | null;
}

const root = resolve(import.meta.dirname, '../../..');
const isCommit = (text: string): boolean => /^[0-9a-f]{40}$/.test(text);

/** A file's text; null if it cannot be read. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/**
 * The commit of a checkout; a folder inside another repository has none. Git is not asked: it may be missing, and tells
 * nothing about a checkout of another user.
 */
function checkedOut(folder: string): string | null {
  const entry = join(folder, '.git');
  // A worktree's `.git` is a file that names its folder, and that names the folder with the branches.
  const named = /^gitdir: (.+)$/.exec(textOf(entry) ?? '')?.[1];
  const own = named ? resolve(folder, named) : entry;
  const shared = resolve(own, textOf(join(own, 'commondir')) ?? '.');
  const head = textOf(join(own, 'HEAD')) ?? '';
  const branch = /^ref: (.+)$/.exec(head)?.[1];
  if (!branch) return isCommit(head) ? head : null;
  const packed = textOf(join(shared, 'packed-refs'))?.split('\n') ?? [];
  const commit =
    textOf(join(shared, branch)) ?? packed.find((line) => line.endsWith(` ${branch}`))?.slice(0, 40) ?? '';
  return isCommit(commit) ? commit : null;
}

const commits = new Map<string, string | null>();

/**
 * Reads the release of a folder with a package.json. The commit is read once at the start, because an upgrade
 * changes the files of a running process. `built` is the commit that a build recorded, if any; it takes
 * precedence over the checkout's.
 */
export function readRelease(built?: string, folder = root): Release {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  if (built) return { version, commit: built };
  if (!commits.has(folder)) commits.set(folder, checkedOut(folder));
  return { version, commit: commits.get(folder) ?? null };
}
