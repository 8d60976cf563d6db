import { readFile } from 'node:fs/promises';
import { createServer, type Plugin } from 'vite';

/** Code that runs outside of a browser needs no styles. */
export const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id) => (id === '\0no-styles' ? '' : undefined),
};

/** Runs `task` where what a module touches of a browser as soon as it is loaded is there (src/core/session.ts). */
export async function likeInBrowser<T>(task: () => Promise<T>): Promise<T> {
  const browser = { window: { addEventListener() {} } };
  Object.assign(globalThis, browser);
  try {
    return await task();
  } finally {
    for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name);
  }
}

/** A screen at an address that names no record. */
interface Declared {
  /** The address without its slashes. */
  route: string;
  /** Its module's absolute path. */
  module: string;
  /** The areas of its texts (src/i18n/areas.ts). */
  texts: readonly string[];
  /** Whether an entry of the menu leads to it. */
  inMenu: boolean;
}

/**
 * The screens that src/App.tsx declares. Their loaders are run in a Vite of its own, where what a screen's module exports is
 * the module's path instead of a component. Throws when a loader answers something else: its module is part of the shell too, or
 * has the component from another.
 */
export async function declaredScreens(root: string): Promise<Declared[]> {
  let isDeclared = false;
  const pathsForViews: Plugin = {
    name: 'paths-for-views',
    enforce: 'pre',
    async load(id) {
      if (!isDeclared) return;
      const exported = (await readFile(id, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm);
      return [...exported].map(([, name]) => `export const ${name} = ${JSON.stringify(id)};`).join('\n');
    },
  };
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    plugins: [noStyles, pathsForViews],
  });
  const run = <T>(path: string) => vite.ssrLoadModule(path) as Promise<T>;
  try {
    return await likeInBrowser(async () => {
      await run('/src/App.tsx');
      const { screens } = await run<typeof import('../src/start/screen.ts')>('/src/start/screen.ts');
      const { entriesOf } = await run<typeof import('../src/layout/menu.ts')>('/src/layout/menu.ts');
      isDeclared = true;
      const inMenu = new Set(entriesOf().map(({ route }) => route));
      const found: Declared[] = [];
      for (const { address: route, code, texts } of screens().filter(
        ({ address }) => !address.includes(':'),
      )) {
        const module: unknown = await code();
        if (typeof module !== 'string')
          throw new Error(`The screen of /${route} is in no module of its own.`);
        found.push({ route, module, texts, inMenu: inMenu.has(route) });
      }
      return found;
    });
  } finally {
    await vite.close();
  }
}

let declared: ReturnType<typeof declaredScreens> | undefined;
/** Reads them once for a build. */
export const screensOf = (root: string) => {
  declared ??= declaredScreens(root);
  return declared;
};
