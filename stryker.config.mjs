/** Mutants of one source file, which scripts/mutants.ts names together with its tests. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts', related: false },
  mutate: [process.env.MUTANTS_SOURCE ?? 'schema/sms.ts'],
  // Tests of one file build upon each other, so all of them run for every mutant, until the first that fails.
  coverageAnalysis: 'all',
  concurrency: 1,
  // A busy machine is slow; what never ends is still found.
  timeoutMS: 30_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 15,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: true },
  jsonReporter: { fileName: process.env.MUTANTS_REPORT ?? 'reports/mutants/report.json' },
  ignorePatterns: ['.data', 'bench', 'deploy', 'dist', 'docs', 'public', 'reports'],
};
