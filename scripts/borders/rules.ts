import type { Row } from './row.ts';
import { table } from './table.ts';

/** The folders that the table must cover. */
export const rooms = [...new Set(Object.keys(table).map((name) => name.split('/')[0] as string))].sort();

/** What a row covers: one file, the files of a folder, or everything below a folder. */
function read(name: string): { kind: 'file' | 'folder' | 'tree'; path: string } {
  if (name.endsWith('/**')) return { kind: 'tree', path: name.slice(0, -3) };
  return { kind: /\.tsx?$/.test(name) ? 'file' : 'folder', path: name };
}

const escaped = (path: string): string => path.replaceAll('.', '[.]');

/** Rows that are carved out of a row, as the path below its folder. */
function without(path: string, name: string): string {
  const inner = Object.keys(table)
    .filter((other) => other !== name && other.startsWith(`${path}/`))
    .map((other) => {
      const { kind, path: deeper } = read(other);
      const rest = escaped(deeper.slice(path.length + 1));
      return { file: `${rest}$`, folder: `${rest}/[^/]+$`, tree: `${rest}/` }[kind];
    });
  return inner.length > 0 ? `(?!${inner.join('|')})` : '';
}

/** A row's modules, as a regular expression. */
function pattern(name: string): string {
  const { kind, path } = read(name);
  if (kind === 'file') return `^${escaped(path)}$`;
  const start = `^${escaped(path)}/${without(path, name)}`;
  return { folder: `${start}[^/]+$`, tree: start }[kind];
}

const patterns = Object.keys(table).map((name) => [name, new RegExp(pattern(name))] as const);

/** The rows that match a module, by its path from the repository root. There should be exactly one. */
export const rowsOf = (path: string): string[] =>
  patterns.flatMap(([name, modules]) => (modules.test(path) ? [name] : []));

const never = (name: string, from: object, to: object, comment: string) => ({
  name,
  severity: 'error' as const,
  comment,
  from,
  to,
});

const packagePath = (name: string): string => `node_modules/(@types/)?${escaped(name)}/`;

function rulesOf([name, row]: [string, Row]) {
  const unknown = row.imports.filter((other) => !(other in table));
  if (unknown.length > 0) throw new Error(`${name} imports what has no row: ${unknown.join(', ')}`);
  const from = { path: pattern(name) };
  const mayImport = [
    ...(row.alone ? [] : [pattern(name)]),
    ...row.imports.filter((other) => other !== name).map(pattern),
  ];
  const borders = never(
    `borders of ${name}`,
    from,
    { pathNot: ['node_modules/', ...mayImport], dependencyTypesNot: ['core'] },
    'it imports only what its row in scripts/borders/table.ts names',
  );
  if (row.packages === 'any') return [borders];
  const packages = never(
    `packages of ${name}`,
    from,
    { path: 'node_modules/', pathNot: row.packages.map(packagePath) },
    'it imports only the packages that its row in scripts/borders/table.ts names',
  );
  return [borders, packages];
}

/** The rules for dependency-cruiser. */
export const forbidden = [
  ...Object.entries(table).flatMap(rulesOf),
  never('no-cycles', {}, { circular: true }, 'imports go one way'),
  never('no-unresolvable', {}, { couldNotResolve: true }, 'what is imported is there'),
  never('no-builtins', { path: '^(schema|src)/' }, { dependencyTypes: ['core'] }, 'a browser has no node:'),
  never(
    'no-dev-packages',
    { path: '^(schema|server|src)/' },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    'what is shipped needs real dependencies',
  ),
  never(
    'no-orphans',
    { orphan: true, path: '^(schema|server|src)/', pathNot: ['[.]d[.]ts$'] },
    {},
    'nothing imports this file',
  ),
];
