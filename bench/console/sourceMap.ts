import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** Where a function of a build was written: the module's path, its line there, and its name if the line says it. */
export interface Origin {
  module: string;
  line: number;
  name: string;
}

/** Shortens paths of packages to `package/...`, and drops what leads out of the build's folder. */
const nameOf = (source = ''): string => source.replace(/^.*node_modules\//, '').replace(/^(\.\.\/)+/, '');

const NAMES = /(?:function\*?\s+|const\s+|let\s+|var\s+|exports\.)([A-Za-z_$][\w$]*)/;

/** Finds the origins of positions (from 0) in a built file, whose map is next to it. */
export function originsOf(file: string): (line: number, column: number) => Origin | undefined {
  if (!existsSync(`${file}.map`)) return () => undefined;
  const payload = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  const map = new SourceMap(payload);
  const lines = new Map<string, string[]>();
  for (const [index, source] of (payload.sources as string[]).entries())
    lines.set(source, String(payload.sourcesContent?.[index] ?? '').split('\n'));
  return (line, column) => {
    const found = map.findEntry(line, column);
    if (!('originalSource' in found)) return undefined;
    const text = lines.get(found.originalSource)?.[found.originalLine] ?? '';
    return {
      module: nameOf(found.originalSource),
      line: found.originalLine + 1,
      name: (found as { name?: string }).name ?? NAMES.exec(text)?.[1] ?? '',
    };
  };
}
