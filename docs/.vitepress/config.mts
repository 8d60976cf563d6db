/**
 * The site that `npm run docs` builds of this folder into .site. A link to a page that is not there fails the
 * build, and so does a link out of it to a file that is not there. DOCS_BASE is the path under which the site is served (`/`).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { guides } from './guides.mts';

const root = resolve(import.meta.dirname, '../..');
const docs = join(root, 'docs');

/** Where the files outside of docs/ can be read; unknown where no CI says it. */
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA } = process.env;
const repository = GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : undefined;

const titleOf = (page: string): string =>
  /^# (.+)$/m.exec(readFileSync(join(docs, `${page}.md`), 'utf8'))?.[1] ?? page;
const item = (page: string) => ({ text: titleOf(page), link: `/${page}` });
const pagesIn = (folder: string): string[] =>
  readdirSync(join(docs, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name.replace(/\.md$/, '')))
    .sort();

const listed = ['index', ...Object.values(guides).flat()];
/** What no guide lists can be found all the same. */
const isReference = (page: string): boolean => !listed.includes(page);

const sidebar: DefaultTheme.SidebarItem[] = [
  ...Object.entries(guides).map(([text, pages]) => ({ text, items: pages.map(item) })),
  { text: 'Reference', items: pagesIn('').filter(isReference).map(item) },
  { text: 'Evidence', items: pagesIn('evidence').map(item) },
  { text: 'Decisions', collapsed: true, items: pagesIn('adr').map(item) },
];

export default defineConfig({
  title: 'bulk-sms-console',
  description: 'The open-source console and reference server for bulk SMS providers',
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: true,
  // Not in docs/: what is built is no module of the repository.
  outDir: join(root, '.site'),
  cacheDir: join(root, 'node_modules/.cache/vitepress'),
  themeConfig: {
    sidebar,
    nav: [
      { text: 'Guides', link: '/sending' },
      { text: 'Evidence', link: '/evidence/reliability' },
      { text: 'Architecture', link: '/architecture' },
    ],
    search: { provider: 'local' },
    outline: [2, 3],
    ...(repository && { socialLinks: [{ icon: 'github', link: repository }] }),
  },
  markdown: {
    config(md) {
      // On GitHub, pages link files of the repository such as SECURITY.md. The site has no such page.
      md.core.ruler.push('outside', ({ tokens, env }) => {
        const folder = dirname(join(docs, env.relativePath as string));
        for (const inline of tokens.flatMap(({ children }) => (children ? [children] : []))) {
          for (const [at, token] of inline.entries()) {
            // `{{name}}` is a placeholder of ours; Vue would put its own value there.
            if (token.type === 'code_inline') token.attrSet('v-pre', '');
            const href = token.type === 'link_open' ? token.attrGet('href') : null;
            if (!href || /^([a-z]+:|#|\/)/.test(href)) continue;
            const path = relative(root, join(folder, href.split('#')[0] ?? ''));
            if (path.startsWith('docs/')) continue;
            if (!existsSync(join(root, path)))
              throw new Error(`${env.relativePath} links ${path}, which is not there.`);
            if (repository) {
              token.attrSet('href', `${repository}/blob/${GITHUB_SHA ?? 'HEAD'}/${path}`);
            } else {
              const end = inline.slice(at).find(({ type }) => type === 'link_close');
              token.attrs = null;
              for (const half of [token, end]) if (half) half.tag = 'span';
            }
          }
        }
      });
    },
  },
});
