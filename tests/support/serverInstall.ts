import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

interface Locked {
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * The folders of the packages of `npm ci --workspace server --omit=dev --omit=optional`, by the lock file.
 */
export function lockedForServer(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  /** Resolved like Node does it: next to the package that asks, then one folder up, and so on. */
  const find = (name: string, from: string): string => {
    const path = join(from, 'node_modules', name);
    if (packages[path]) return path;
    if (from === '.') throw new Error(`The lock file has no ${name}`);
    return find(name, dirname(from));
  };
  const found = new Set(['node_modules/@bulk-sms-console/server']);
  for (const path of found) {
    const { link, resolved, ...locked } = packages[path] as Locked;
    if (link && resolved) {
      found.add(resolved);
      continue;
    }
    const peers = Object.keys(locked.peerDependencies ?? {}).filter(
      (name) => !locked.peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys(locked.dependencies ?? {}), ...peers]) found.add(find(name, path));
  }
  return [...found].filter((path) => path.startsWith('node_modules/')).sort();
}

/** All files below a folder, in bytes. */
export const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/**
 * Copies the image's content into `target`: the server, the contract, and their packages from those installed
 * here.
 */
export function installServer(target: string): void {
  const workspaces = ['schema', 'server'];
  for (const name of [...workspaces, 'package.json'])
    cpSync(join(ROOT, name), join(target, name), { recursive: true });
  for (const path of lockedForServer()) {
    const from = join(ROOT, path);
    const to = join(target, path);
    mkdirSync(dirname(to), { recursive: true });
    const workspace = workspaces.find((name) => path.endsWith(`/@bulk-sms-console/${name}`));
    if (workspace) symlinkSync(join(target, workspace), to, 'junction');
    // Nested packages have their own entries in the lock file.
    else
      cpSync(from, to, {
        recursive: true,
        filter: (file) => !file.slice(from.length).includes('node_modules'),
      });
  }
}
