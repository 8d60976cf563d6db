import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/sequencer.ts';
import viteConfig from './vite.config.ts';

const project = (name: string, include: string, more: object = {}) => ({
  extends: true as const,
  test: { name, include: [include], ...more },
});

const tests = defineConfig({
  test: {
    globalSetup: ['tests/support/globalSetup.ts'],
    // A worker keeps what it has imported from file to file, which is most of what a small file costs.
    isolate: false,
    // Tests allocate many short-lived objects. With a young generation of 64 MB (V8 starts with 1 MB), few are copied
    // before they die: about a tenth less processor time.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    // A busy machine takes its time; what never comes still fails.
    expect: { poll: { timeout: 30_000, interval: 20 } },
    // Servers, operators and browsers are waited for half of the time: another file fills it.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('schema', 'tests/schema/**/*.test.ts', { testTimeout: 60_000, hookTimeout: 60_000 }),
      project('server', 'tests/server/**/*.test.ts', {
        setupFiles: ['tests/support/keyring.ts'],
        testTimeout: 90_000,
        hookTimeout: 90_000,
      }),
      project('console', 'tests/console/**/*.test.{ts,tsx}', {
        environment: 'jsdom',
        setupFiles: ['tests/support/console.ts'],
        testTimeout: 30_000,
        hookTimeout: 30_000,
      }),
      project('contract', 'tests/contract/**/*.test.ts', {
        setupFiles: ['tests/support/keyring.ts'],
        testTimeout: 90_000,
        hookTimeout: 90_000,
      }),
      project('e2e', 'tests/e2e/**/*.test.ts', { testTimeout: 180_000, hookTimeout: 180_000 }),
    ],
  },
});

export default mergeConfig(viteConfig, tests);
