import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files of ours that a module reaches by its relative imports, and itself. */
export function reachable(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const imports = readFileSync(path, 'utf8').matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)';$/gm);
  for (const [, to = ''] of imports) reachable(join(dirname(path), to), found);
  return found;
}
