import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The running release: version of package.json, and the full commit, or null if unknown. */
export interface Release {
  version: string;
  commit: string | null;
}

const root = resolve(import.meta.dirname, '../../..');
const isCommit = (text: string): boolean => /^[0-9a-f]{40}$/.test(text);

/** The commit of a checkout; a folder inside another repository has none. */
function checkedOut(folder: string): string | null {
  if (!existsSync(join(folder, '.git'))) return null;
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 2000,
  });
  const commit = stdout?.trim() ?? '';
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
