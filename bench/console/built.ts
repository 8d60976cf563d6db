import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { cacheFolder } from './rivals.ts';

/** Builds one of this folder's pages for production; returns where its files are. */
export async function built(name: 'plain' | 'papaparse'): Promise<string> {
  const outDir = join(cacheFolder(), 'built', name);
  await build({
    configFile: false,
    root: join(import.meta.dirname, name),
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 },
    worker: { format: 'es' },
    logLevel: 'warn',
  });
  return outDir;
}
