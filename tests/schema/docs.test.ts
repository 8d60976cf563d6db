import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The files below a folder with one of these endings, by their path from the repository's folder. */
const filesIn = (folder: string, endings: readonly string[]): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.includes(extname(name)) && !/(^|\/)(dist|node_modules)\//.test(name))
    .map((name) => join(folder, name));

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...filesIn('docs', ['.md']),
  ...(existsSync(join(root, '.github')) ? filesIn('.github', ['.md']) : []),
];

/** A page without what is code in it. */
const withoutBlocks = (text: string): string => text.replace(/^( *)```[\s\S]*?^\1```/gm, '');
const prose = (text: string): string => withoutBlocks(text).replace(/`[^`\n]*`/g, '');

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );

/** The relative links of a page: path from the repository's folder, and anchor. */
const linksOf = (page: string) =>
  [...prose(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, href = '']) => href)
    .filter((href) => !/^[a-z]+:/.test(href))
    .map((href) => {
      const [path = '', anchor] = href.split('#');
      return { href, path: path === '' ? page : join(dirname(page), path), anchor };
    });

describe('links between documents', () => {
  test('lead to a file, and to a heading of it', () => {
    const dead = pages.flatMap((page) =>
      linksOf(page)
        .filter(({ path, anchor }) => {
          if (!existsSync(join(root, path))) return true;
          if (anchor === undefined || statSync(join(root, path)).isDirectory()) return false;
          return extname(path) === '.md' && !anchorsOf(read(path)).has(anchor);
        })
        .map(({ href }) => `${page}: ${href}`),
    );
    expect(dead).toEqual([]);
  });

  test('were found', () => {
    expect(pages.length).toBeGreaterThan(45);
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(100);
  });
});

test('a page that a comment, a message or a page names is there', () => {
  const endings = [
    '.ts',
    '.tsx',
    '.mts',
    '.mjs',
    '.md',
    '.yml',
    '.yaml',
    '.sql',
    '.sh',
    '.example',
    '.service',
  ];
  const files = ['bench', 'deploy', 'docs', 'schema', 'scripts', 'server', 'src', 'tests'].flatMap((folder) =>
    filesIn(folder, endings),
  );
  const named = [...files, ...readdirSync(root).filter((name) => name.endsWith('.md'))].flatMap((file) =>
    [...read(file).matchAll(/(?<![\w/.])docs\/[\w/-]+\.md/g)].map(([path]) => ({ file, path })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});

/** Paths of tests and sources that a page names; where it leaves out the folder, that of the one before. */
function namedFiles(page: string): string[] {
  const folders = ['bench', 'deploy', 'docs', 'schema', 'scripts', 'server', 'src', 'tests'];
  let folder = '';
  return [...read(page).matchAll(/(?<![\w./])((?:[\w-]+\/)*)([\w-]+(?:\.test)?\.tsx?)\b/g)].flatMap(
    ([, path = '', name = '']) => {
      const [room = ''] = path.split('/');
      if (path !== '') folder = folders.includes(room) ? path : `server/${path}`;
      return path !== '' || name.includes('.test.') ? [folder + name] : [];
    },
  );
}

test('the tests and sources that stand beside a promise of the security page are there', () => {
  const named = namedFiles('docs/evidence/security.md');
  expect(named.filter((path) => /\.test\.tsx?$/.test(path)).length).toBeGreaterThan(75);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every test that a page names by its path is there', () => {
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/(?<![\w/.])tests\/[\w./-]+\.test\.tsx?/g)].map(([path]) => ({ page, path })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});

test('evidence stands apart from the guides', () => {
  expect(
    readdirSync(join(root, 'docs/evidence'))
      .filter((name) => name.endsWith('.md'))
      .sort(),
  ).toEqual([
    'accessibility.md',
    'benchmarks.md',
    'capacity.md',
    'provider.md',
    'reliability.md',
    'security.md',
    'ux.md',
  ]);
});

test('the README can be read at one sitting: 150 lines at most', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});
