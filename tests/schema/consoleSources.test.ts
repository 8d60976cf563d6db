import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { consoleSources } from '../../scripts/setup.mjs';

const root = join(import.meta.dirname, '../..');

/** The files of ours that a module reaches by its imports, and itself. */
function reachable(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const imports = readFileSync(path, 'utf8').matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)';$/gm);
  for (const [, to = ''] of imports) reachable(join(dirname(path), to), found);
  return found;
}

test('npm start builds the console anew when anything has changed by which it is built', () => {
  const files = [...reachable(join(root, 'vite.config.ts'))].map((path) => relative(root, path));
  expect(files.length).toBeGreaterThan(3);
  const isWatched = (file: string) =>
    consoleSources.some((source) => file === source || file.startsWith(`${source}/`));
  expect(files.filter((file) => !isWatched(file))).toEqual([]);
});
