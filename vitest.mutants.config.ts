import { defineConfig } from 'vitest/config';

/** The tests that scripts/mutants.ts names for a source file; its mutants have one run, and so one PostgreSQL. */
const include = process.env.MUTANTS_TESTS?.split(',') ?? ['tests/schema/sms.test.ts'];
const hasDatabase = include.some((path) => !path.startsWith('tests/schema/'));

export default defineConfig({
  test: {
    // Global set-up goes by the name.
    name: hasDatabase ? 'server' : 'schema',
    include,
    ...(hasDatabase && { setupFiles: ['tests/support/keyring.ts'] }),
    globalSetup: ['tests/support/globalSetup.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
