/** An addition to Vite's build of the console: the files that the server links for each screen. */
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { screensOf } from './declaredScreens.ts';

/** The scripts and styles of the chunk that contains module `id`, and of its imports. */
function filesFor(id: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const next of chunk.imports) visit(chunks.find(({ fileName }) => fileName === next));
  };
  visit(chunks.find(({ moduleIds }) => moduleIds.includes(id)));
  return [...found].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
}

/**
 * Lists the files that a signed-in user needs first, per language and screen, in the order of use: data requests come before code
 * that draws, fonts last. Without the list, the start would discover them one round trip at a time; the server sends them as links
 * (server/plugins/console.ts).
 */
export const nameEarly = (): Plugin => {
  let root = '';
  const modules = ['main.ts', 'start/firstList.ts', 'start/root.ts', 'App.tsx', 'start/firstScreen.ts'];
  return {
    name: 'name-early',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_, bundle) {
      const source = (name: string) => join(root, 'src', name);
      const react = filesFor(source('start/root.ts'), bundle)[0];
      // The list of the address would be requested only after React has loaded and run.
      if (react && filesFor(source('start/firstList.ts'), bundle).includes(react))
        this.error(`src/start/firstList.ts imports from ${react}: move what both need to PARTS.start.`);
      const of = (...names: string[]) => names.flatMap((name) => filesFor(source(name), bundle));
      const font = (name: string): string => {
        const isIt = (file: { names: string[] }) => file.names.includes(`${name}.woff2`);
        const found = Object.values(bundle).find((file) => file.type === 'asset' && isIt(file));
        return found?.fileName ?? this.error(`There is no font ${name}.`);
      };
      // Words are wider or narrower in a machine's own font: what is drawn before these have come moves.
      const fonts = (script: string) =>
        [400, 500].map((weight) => font(`poppins-${script}-${weight}-normal`));
      const base = {
        en: { files: of('i18n/english.ts'), fonts: fonts('latin') },
        ne: { files: of('i18n/nepali.ts'), fonts: [...fonts('latin'), ...fonts('devanagari')] },
      };
      // What a list that the server draws waits for besides those (src/start/fonts.ts).
      const drawn = { en: [font('inter-latin-600'), font('poppins-latin-600-normal')], ne: [] };
      const ordered = (language: keyof typeof base, ...more: string[]): string[] => {
        const { files, fonts } = base[language];
        return [...new Set([...of(...modules), ...files, ...more, ...fonts])];
      };
      const inLanguage = (language: keyof typeof base, module: string, texts: readonly string[]) =>
        ordered(
          language,
          ...of(...texts.map((name) => `i18n/${language}/${name}.ts`)),
          ...filesFor(module, bundle),
        );
      const screens = Object.fromEntries(
        (await screensOf(root)).map(({ route, module, texts }) => [
          route,
          { en: inLanguage('en', module, texts), ne: inLanguage('ne', module, texts) },
        ]),
      );
      this.emitFile({
        type: 'asset',
        fileName: '.vite/early.json',
        source: JSON.stringify({ anywhere: { en: ordered('en'), ne: ordered('ne') }, screens, drawn }),
      });
    },
  };
};
