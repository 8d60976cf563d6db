/** Additions to Vite's build of the console: the sign-in page's markup, early links, compressed files. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type HtmlTagDescriptor, type Plugin, type Rolldown, runnerImport } from 'vite';
import { likeInBrowser, noStyles, screensOf } from './declaredScreens.ts';

/** The exports of a console module that is run during the build. */
async function evaluated<T = Record<string, unknown>>(path: string, plugins: Plugin[] = []): Promise<T> {
  const { module } = await runnerImport<T>(path, { configFile: false, logLevel: 'error', plugins });
  return module;
}

/** The templates of src/start/placeholder.ts. */
const templates = (): Promise<HtmlTagDescriptor[]> =>
  likeInBrowser(async () => {
    const { placeholders } = await evaluated<typeof import('../src/start/prerender.tsx')>(
      './src/start/prerender.tsx',
      [noStyles],
    );
    return placeholders().map(({ id, html }) => ({
      tag: 'template',
      attrs: { id },
      children: html,
      injectTo: 'body',
    }));
  });

/** The console's page with the markup of the sign-in page in both languages and themes. */
export const completePage = (): Plugin => ({
  name: 'complete-page',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: templates },
});

/** Fills src/start/screenTable.ts with the screens of the menu, as App.tsx declares them. More would weigh on every start. */
export const tableOfScreens = (): Plugin => {
  let root = '';
  return {
    name: 'table-of-screens',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    load: {
      filter: { id: /\/src\/start\/screenTable\.ts$/ },
      async handler() {
        const rows = (await screensOf(root))
          .filter(({ inMenu }) => inMenu)
          .map(
            ({ route, module, texts }) =>
              `${JSON.stringify(route)}: () => Promise.all([import(${JSON.stringify(module)}), loadAreas(${JSON.stringify(texts)})])`,
          );
        return `import { loadAreas } from '../i18n/areas.ts'; export const screens = { ${rows.join(', ')} };`;
      },
    },
  };
};

/**
 * Replaces a module by the values that it exports, computed during the build (src/core/entityTable.ts), so that its imports
 * stay out of the console's start.
 */
export const precompute = (): Plugin => ({
  name: 'precompute',
  apply: 'build',
  load: {
    filter: { id: /\/src\/core\/entityTable\.ts$/ },
    async handler(id) {
      // Browsers parse this much JSON faster than the same data as code.
      return Object.entries(await evaluated(id))
        .map(
          ([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
        )
        .join('\n');
    },
  },
});

/** Parts of libraries that the console does not need, by the end of their path, with their replacement. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  // node-polyglot's polyfill for browsers of 2016, which is larger than the library.
  '/object.entries/index.js': 'module.exports = Object.entries;',
  // lodash tries to write where writing is forbidden, for browsers of 2015, and a script that throws at start is parsed
  // twice.
  '/lodash/_getRawTag.js': 'module.exports = (value) => Object.prototype.toString.call(value);',
  // react-admin's layout, sign-in page, error pages and notifications, which src/App.tsx replaces: 70 kB of the start.
  '/ra-ui-materialui/dist/AdminUI.js': "export { AdminUI } from '/src/layout/AdminUI.tsx';",
  // react-admin's default texts, for apps without an i18nProvider.
  '/react-admin/dist/defaultI18nProvider.js': 'export const defaultI18nProvider = undefined;',
  // How react-admin reads its children: in an effect, twice.
  '/ra-core/dist/core/useConfigureAdminRouterFromChildren.js':
    "export { useConfigureAdminRouterFromChildren } from '/src/start/useAdminContents.ts';",
  // Names of resources: a library for plurals of English words, which every list would load.
  '/ra-core/dist/core/useGetResourceLabel.js':
    "export { useGetResourceLabel } from '/src/layout/useGetResourceLabel.ts';",
  // The line below an input, whose HTML violates the page's policy.
  '/ra-ui-materialui/dist/input/InputHelperText.js':
    "export { InputHelperText } from '/src/crud/InputHelperText.tsx';",
  // The CSV export of lists, whose library does not guard cells against formulas.
  '/ra-core/dist/export/defaultExporter.js': "export { defaultExporter } from '/src/crud/exporter.ts';",
  // MUI's own theme, which nothing inside of <Admin> reads.
  '/@mui/material/esm/styles/defaultTheme.js':
    "export { defaultTheme as default } from '/src/start/defaultTheme.ts';",
  // react-router's entries are those for development, with warnings, whatever the build is for.
  '/react-router/dist/development/index.mjs':
    "export * from '/node_modules/react-router/dist/production/index.mjs';",
  '/react-router/dist/development/dom-export.mjs':
    "export * from '/node_modules/react-router/dist/production/dom-export.mjs';",
  '/@mui/icons-material/esm/utils/createSvgIcon.js':
    "export { createIcon as default } from '/src/layout/icon.tsx';",
};

export const leaveOut = (): Plugin => ({
  name: 'leave-out',
  apply: 'build',
  load: {
    filter: { id: new RegExp(`(${Object.keys(LEFT_OUT).join('|').replaceAll('.', '\\.')})$`) },
    handler: (id) => Object.entries(LEFT_OUT).find(([path]) => id.endsWith(path))?.[1],
  },
});

/**
 * The chunks of the console's code, in order: these modules and their imports that no earlier chunk has. Left alone, the
 * bundler would make some eighty files for a list, and a browser fetches only six at a time over HTTP/1.1. Everything else
 * gets one file per screen, plus shared files.
 */
const PARTS: Readonly<Record<string, RegExp>> = {
  // And what both React's chunk and the first requests need: from there, requests would wait for React.
  start: /\/(src\/(main|core\/(offers|dataOf))|schema\/own)\.ts$/,
  // React, the interactive sign-in page, and what other public pages share with the shell.
  react: /\/src\/(start\/root\.ts|public\/SignIn\.tsx|core\/textDigits\.ts)$/,
  // zod, which registering needs as well.
  checks: /\/schema\/signup\.ts$/,
  // What the first requests need, which do not wait for the shell, and what both languages share.
  requests:
    /\/(src\/(start\/(firstList|firstScreen)|i18n\/(areas|en\/crud)|core\/readProfile)|schema\/serviceNames)\.ts$/,
  shell: /\/src\/(App\.tsx|crud\/(useIsGone\.ts|(crud\w*|listTable|listView|phoneRows|rowButtons)\.css))$/,
  list: /\/src\/(crud\/(EntityList|DeleteButton|ConfirmDialog|FamilyTabs)|resources\/contacts\/imports\/ImportsList)\.tsx$/,
  // What deletes, which a list needs later (DeleteButton.tsx), and what saves needs too.
  deletion: /\/src\/crud\/Deletion\.tsx$/,
  // What most screens have of MUI, and neither the shell nor a list: the larger parts below would bring it.
  widgets:
    /\/@mui\/material\/esm\/(Alert\/Alert|AlertTitle\/AlertTitle|Button\/Button|IconButton\/IconButton)\.js$/,
  record: /\/src\/crud\/EntityShow\.tsx$/,
  menus: /\/src\/layout\/(UserMenuItems|MenuDrawer)\.tsx$/,
  inputs: /\/src\/crud\/(ListFilters|ConfirmBox)\.tsx$/,
  form: /\/src\/crud\/EntityForm\.tsx$/,
};

/** Rolldown's option that assigns modules to chunks. */
export const parts = (): Rolldown.CodeSplittingGroup[] =>
  Object.entries(PARTS).map(([name, test], index) => ({ name, test, priority: 100 - index }));

/** Names the chunks of texts after their language too: both languages have the same file names. */
export const chunkFileNames = ({ facadeModuleId }: Rolldown.PreRenderedChunk): string => {
  const language = /\/src\/i18n\/(en|ne)\//.exec(facadeModuleId ?? '')?.[1];
  return `assets/${language ? `${language}-` : ''}[name]-[hash].js`;
};

/** What V8 reads in a file's first line. */
const ALL_CALLED = '//# allFunctionsCalledOnLoad';
/** Characters. In smaller files there is little to compile, and a form has dozens of them. */
const WORTH_AHEAD = 4096;

/**
 * Has Chromium compile all functions of a large chunk in the background while the file arrives. Left alone, it parses most of them
 * twice, and compiles each on the main thread when it is first called.
 *
 * Gain: docs/evidence/benchmarks.md. Nothing but speed breaks without it.
 */
export const compileAhead = (): Plugin => ({
  name: 'compile-ahead',
  apply: 'build',
  // After Vite has put the list of a chunk's files before its code.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || file.code.length < WORTH_AHEAD) continue;
        file.code = `${ALL_CALLED}\n${file.code}`;
        const map = bundle[`${file.fileName}.map`];
        if (map?.type !== 'asset') continue;
        // Each line is one further down.
        const content = JSON.parse(String(map.source));
        map.source = JSON.stringify({ ...content, mappings: `;${content.mappings}` });
      }
    },
  },
});

const compressors = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  gz: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
};

/** Compressing smaller files does not save a packet. */
const WORTH = 1024;

/** Writes compressed copies of all text files, so that the server never compresses during a request. */
export const precompress = (): Plugin => {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ build }) {
      folder = build.outDir;
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true });
      const texts = names.filter((name) => /\.(js|css|svg|json|webmanifest)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const path = join(folder, name);
          const content = await readFile(path);
          if (content.length < WORTH) return;
          for (const [ending, compress] of Object.entries(compressors))
            await writeFile(`${path}.${ending}`, await compress(content));
        }),
      );
    },
  };
};
