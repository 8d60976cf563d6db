import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

/** The tests that scripts/mutants.ts names for a source file; its mutants have one run, and so one PostgreSQL. */
const include = process.env.MUTANTS_TESTS?.split(',') ?? ['tests/schema/sms.test.ts'];
const isConsoles = (path: string): boolean => path.startsWith('tests/console/');
const hasDatabase = include.some((path) => !path.startsWith('tests/schema/') && !isConsoles(path));

const timeouts = { testTimeout: 90_000, hookTimeout: 90_000 };
const others = {
  // Global set-up goes by the name.
  name: hasDatabase ? 'server' : 'schema',
  include: include.filter((path) => !isConsoles(path)),
  ...(hasDatabase && { setupFiles: ['tests/support/keyring.ts'] }),
  globalSetup: ['tests/support/globalSetup.ts'],
  ...timeouts,
};
const consoles = {
  name: 'console',
  include: include.filter(isConsoles),
  environment: 'jsdom',
  setupFiles: ['tests/support/console.ts'],
  ...timeouts,
};

const projects = [others, consoles].filter((project) => project.include.length > 0);

// Stryker knows no projects, and runs no tests of the console.
export default consoles.include.length === 0
  ? defineConfig({ test: others })
  : mergeConfig(viteConfig, { test: { projects: projects.map((test) => ({ extends: true, test })) } });
