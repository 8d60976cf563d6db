import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const found = (command: RegExp) =>
  pages.flatMap((page) => [...read(page).matchAll(command)].map((match) => ({ page, match })));

/** What is named by each `npm test -- ...`: projects and, without their ending, files or folders. */
const runs = found(/npm test --([^\n`]*)/g).map(({ page, match: [command, rest = ''] }) => ({
  command: `${page}: ${command}`,
  projects: [...rest.matchAll(/--project[ =](\w+)/g)].map(([, name = '']) => name),
  paths: rest.split(/\s+/).filter((word) => word.startsWith('tests/')),
}));

test('every script that a page tells to run is in package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const called = found(/npm run ([a-z][\w:]*)/g);
  expect(called.length).toBeGreaterThan(60);
  expect(
    called
      .filter(({ match: [, name = ''] }) => !(name in scripts))
      .map(({ page, match: [command] }) => `${page}: ${command}`),
  ).toEqual([]);
});

test('every test file that a page tells to run is there', () => {
  const names = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' }).map((name) =>
    join('tests', name),
  );
  const missing = runs.flatMap(({ command, paths }) =>
    paths
      .filter((path) => !existsSync(join(root, path)) && !names.some((name) => name.startsWith(path)))
      .map((path) => `${command}: ${path}`),
  );
  expect(runs.flatMap(({ paths }) => paths).length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});

// vitest runs only what satisfies both, so files of another project mean that nothing runs.
test('a run that names projects names no files of other projects', () => {
  const outside = runs.filter(
    ({ projects, paths }) =>
      projects.length > 0 && paths.some((path) => !projects.includes(path.split('/')[1] ?? '')),
  );
  expect(outside.map(({ command }) => command)).toEqual([]);
});
