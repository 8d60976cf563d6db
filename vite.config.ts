import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  chunkFileNames,
  compileAhead,
  completePage,
  leaveOut,
  parts,
  precompress,
  precompute,
  tableOfScreens,
} from './scripts/consoleBuild.ts';
import { nameEarly } from './scripts/earlyFiles.ts';
import { serverRender } from './scripts/serverRender.ts';

// The tests' configuration is vitest.config.ts.
export default defineConfig({
  plugins: [
    react(),
    precompute(),
    tableOfScreens(),
    leaveOut(),
    completePage(),
    nameEarly(),
    compileAhead(),
    precompress(),
    serverRender([precompute(), leaveOut()]),
  ],
  build: {
    target: 'es2022',
    outDir: 'dist',
    sourcemap: false,
    manifest: true,
    // .size-limit.mjs says what each part may weigh.
    chunkSizeWarningLimit: 1000,
    // Every browser that knows this target knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { chunkFileNames, codeSplitting: { groups: parts() } },
      // On a slow machine the first start would begin with twelve lines on what our own plugins cost.
      checks: { bundlerTimings: false },
    },
  },
  // The worker that reads sheets fetches what reads workbooks only for one.
  worker: { format: 'es' },
  server: { proxy: { '/v1': `http://localhost:${process.env.PORT ?? 8080}` } },
});
