import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { completePage, leaveOut, nameEarly, parts, precompress, reckonOut } from './scripts/consoleBuild.ts';

const project = (name: string, include: string, more: object = {}) => ({
  extends: true as const,
  test: { name, include: [include], ...more },
});

export default defineConfig({
  plugins: [react(), reckonOut(), leaveOut(), completePage(), nameEarly(), precompress()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    sourcemap: false,
    manifest: true,
    // .size-limit.mjs says what each part may weigh.
    chunkSizeWarningLimit: 1000,
    // Every browser that knows this target knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: parts() } } },
  },
  server: { proxy: { '/v1': `http://localhost:${process.env.PORT ?? 8080}` } },
  test: {
    globalSetup: ['tests/support/globalSetup.ts'],
    // A busy machine takes its time; what never comes still fails.
    expect: { poll: { timeout: 30_000 } },
    // vitest leaves one core to itself, which on two is half of them.
    maxWorkers: '100%',
    projects: [
      project('schema', 'tests/schema/**/*.test.ts'),
      project('server', 'tests/server/**/*.test.ts', { testTimeout: 90_000, hookTimeout: 90_000 }),
      project('console', 'tests/console/**/*.test.{ts,tsx}', {
        environment: 'jsdom',
        setupFiles: ['tests/support/console.ts'],
        testTimeout: 30_000,
      }),
      project('contract', 'tests/contract/**/*.test.ts', { testTimeout: 90_000, hookTimeout: 90_000 }),
      project('e2e', 'tests/e2e/**/*.test.ts', {
        testTimeout: 180_000,
        hookTimeout: 180_000,
        // Each journey has a server, an operator and a browser of its own: two at once are enough for any machine.
        maxWorkers: 2,
        // After all others: a browser that shares two cores with them measures their patience, not the product.
        sequence: { groupOrder: 1 },
      }),
    ],
  },
});
