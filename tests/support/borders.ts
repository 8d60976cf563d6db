import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { rooms } from '../../scripts/borders/rules.ts';

interface Cruise {
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
  modules: { source: string; dependencies: { module: string }[] }[];
}

/** The modules in some folders of a repository, as paths from its folder, sorted. */
export const modulesIn = (root: string, folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .filter((path) => /(?<![.]d)[.](ts|tsx|[cm]?js)$/.test(path))
    .sort();

/**
 * dependency-cruiser's results for a repository: `rule: from -> to` for each violation, and each module's
 * imports.
 */
export function cruise(root: string): { violations: string[]; imports: Map<string, Set<string>> } {
  const cruiser = resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const output = execFileSync(process.execPath, [cruiser, ...rooms, '--output-type', 'json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const { summary, modules } = JSON.parse(output) as Cruise;
  return {
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).sort(),
    imports: new Map(
      modules.map(({ source, dependencies }) => [source, new Set(dependencies.map(({ module }) => module))]),
    ),
  };
}
