/** An addition to Vite's build of the console: the thread in which the server draws lists. */
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { noStyles } from './declaredScreens.ts';

/** Below the build's folder, where nothing is served by name. */
const RENDERER = '.vite/render';

/** A plugin of the browser's build in one for the server. */
const also = ({ apply: _, ...plugin }: Plugin): Plugin => plugin;

/** Builds src/serverRender/index.ts of the same sources as the console, with `plugins` that both need. */
export const serverRender = (plugins: readonly Plugin[]): Plugin => {
  let root = '';
  let outDir = '';
  return {
    name: 'server-render',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = join(config.build.outDir, RENDERER);
    },
    async closeBundle() {
      await build({
        ...{ root, configFile: false, logLevel: 'error', mode: 'production' },
        plugins: [...plugins.map(also), noStyles],
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: {
          ...{ ssr: 'src/serverRender/index.ts', outDir, emptyOutDir: true, copyPublicDir: false },
          ...{ target: 'esnext', minify: true },
          rolldownOptions: {
            output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
          },
        },
      });
    },
  };
};
