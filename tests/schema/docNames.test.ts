import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const namesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(^|\/)(dist|node_modules)(\/|$)/.test(name))
    .map((name) => join(folder, name));
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...namesIn('docs').filter((name) => name.endsWith('.md')),
];
const found = (pattern: RegExp, from = pages) =>
  from.flatMap((page) => [...read(page).matchAll(pattern)].map((match) => ({ page, match })));

const folders = ['bench', 'deploy', 'docs', 'schema', 'scripts', 'server', 'src', 'tests'];
const known = new Set(folders.flatMap(namesIn));
const ends = new Set(
  [...known].flatMap((name) => name.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
);

/** Names of files that are for the reader to make, and those of a former time in a decision that was replaced. */
const madeUp = /NNNN|NAME|\/X\.ts|DOMAIN|[sS]nippet|^deploy\/\.env$|^layout\/(Providers|routes)\.tsx$/;

test('a file or folder of ours that a page names in code is there', () => {
  const named = found(/`((?:[\w.@-]+\/)+[\w.@-]*)`/g)
    .map(({ page, match: [, path = ''] }) => ({ page, path: path.replace(/\/$/, '') }))
    .filter(({ path }) => folders.includes(path.split('/')[0] ?? '') || /\.(tsx?|mjs|sql|css)$/.test(path))
    .filter(({ path }) => !madeUp.test(path));
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(({ path }) => !known.has(path) && !ends.has(path) && !folders.includes(path))).toEqual(
    [],
  );
});

test('a test that a page names without its folder is there', () => {
  const named = found(/(?<![\w/.-])\w+\.test\.tsx?\b/g).map(({ page, match: [name] }) => ({ page, name }));
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter(({ name }) => !ends.has(name))).toEqual([]);
});

test('a metric that a page names is explained in metrics.md', () => {
  const explained = new Set(read('docs/metrics.md').match(/\bbulk_sms_\w+/g));
  const named = found(/\bbulk_sms_\w+/g, [
    ...pages,
    ...namesIn('deploy').filter((name) => /\.(yml|yaml|json)$/.test(name)),
  ]);
  const missing = named.filter(
    ({ match: [name] }) => !explained.has(name) && !explained.has(name.replace(/_(bucket|sum|count)$/, '')),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(missing.map(({ page, match: [name] }) => `${page}: ${name}`)).toEqual([]);
});

/** The modules of a script: its entry and what belongs to it. */
function sourcesOf(script: string): string {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const command = scripts[script] ?? '';
  const entry = /(\S+\.(?:ts|mjs))\s*$/.exec(command)?.[1] ?? '';
  expect(existsSync(join(root, entry)), `${script}: ${entry}`).toBe(true);
  // What an entry of its own folder has beside it; what any other has in a folder of its name.
  const isMain = ['main.ts', 'kill.ts'].some((name) => entry.endsWith(`/${name}`));
  const folder = entry.replace(isMain ? /\/[^/]+$/ : /\.\w+$/, '');
  const beside = existsSync(join(root, folder))
    ? namesIn(folder).filter((name) => /\.(ts|mjs)$/.test(name))
    : [];
  return [entry, ...beside].map(read).join('\n');
}

test('an option, and a part, that a page gives to a script exists', () => {
  const calls = found(/npm run ([\w:]+) (?:\[)?-- ([^`|#\n]+)/g).map(
    ({ page, match: [command, script = '', rest = ''] }) => ({
      call: `${page}: ${command}`,
      text: sourcesOf(script),
      options: [...rest.matchAll(/--([a-z]+)/g)].map(([, name = '']) => name),
      parts: /--only[ =]([\w,-]+)/.exec(rest)?.[1]?.split(',') ?? [],
    }),
  );
  const missing = calls.flatMap(({ call, text, options, parts }) => [
    ...options
      .filter((name) => !new RegExp(`\\b${name}:|'--${name}'`).test(text))
      .map((name) => `${call}: --${name}`),
    ...parts
      .filter((part) => !new RegExp(`(['"]${part}['"]|\\b${part}\\b\\s*[:,}])`).test(text))
      .map((part) => `${call}: ${part}`),
  ]);
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.flatMap(({ options }) => options).length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
