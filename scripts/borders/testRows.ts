import { allDomains, base, sheets, texts } from './consoleRows.ts';
import { contract, type Row } from './row.ts';
import { codec, services, tested } from './serverRows.ts';

/** Tests, benchmarks and scripts. */
export const testRows: Readonly<Record<string, Row>> = {
  // Tests. End-to-end tests use only a browser and HTTP; the others share tests/support.
  'tests/schema/**': {
    imports: [
      ...contract,
      'schema/sheets/xlsx',
      'scripts',
      'scripts/borders/**',
      'scripts/image/**',
      'scripts/mutants/**',
      'server/config.ts',
      'server/environment.ts',
      'server/secretFiles.ts',
      codec,
      ...services,
      ...texts,
      'tests/support/**',
    ],
    packages: 'any',
  },
  'tests/server/**': {
    imports: [
      ...tested,
      'server/demo/**',
      'src/i18n',
      'scripts/grafana/**',
      'tests/contract/**',
      'tests/ha/**',
      'tests/soak/**',
      'tests/support/**',
    ],
    packages: 'any',
  },
  'tests/console/**': {
    imports: [
      ...base,
      ...services,
      ...texts,
      'src/App.tsx',
      'src/dataProvider/**',
      'src/public/**',
      'src/public/text.ts',
      ...allDomains,
      'tests/support/**',
    ],
    packages: 'any',
  },
  'tests/contract/**': {
    imports: [...tested, ...base, 'scripts/contract/**', 'src/dataProvider/**', sheets, 'tests/support/**'],
    packages: 'any',
  },
  'tests/e2e/**': { imports: [...contract, 'tests/support/**'], packages: 'any' },
  'tests/soak/**': {
    imports: [...contract, 'scripts/options/**', 'server/db/**', ...services, 'tests/support/**'],
    packages: 'any',
  },
  'tests/ha/**': {
    imports: [
      ...contract,
      'scripts/options/**',
      'server/db/**',
      ...services,
      'tests/soak/**',
      'tests/support/**',
    ],
    packages: 'any',
  },
  'tests/support/**': {
    imports: [
      ...tested,
      ...texts,
      // setup.mjs: where compiled code is kept.
      'scripts',
      'scripts/borders/**',
      'server/demo/**',
      'src/core/**',
      'src/authProvider/**',
      'src/i18n',
      'tests/console/**',
      'tests/soak/**',
    ],
    packages: 'any',
  },

  'bench/**': {
    // The operator of a measurement speaks SMPP.
    imports: [
      ...contract,
      'scripts/options/**',
      'server/db/**',
      ...services,
      codec,
      'tests/e2e/**',
      'tests/support/**',
    ],
    packages: 'any',
  },
  // What the build and the commands need.
  scripts: {
    imports: [
      'schema',
      'server/config.ts',
      'server/secretFiles.ts',
      'server/db/**',
      ...services,
      'src/layout/**',
      'src/public/**',
      'src/public/text.ts',
      'src/start/**',
      'scripts/image/**',
      'scripts/mutants/**',
      'scripts/options/**',
      'scripts/screenshots/**',
    ],
    packages: ['playwright', 'typescript', 'vite'],
  },
  'scripts/borders/**': { imports: [], packages: [] },
  'scripts/options/**': { imports: [], packages: [] },
  'scripts/grafana/**': { imports: [], packages: [] },
  'scripts/image/**': { imports: ['server/db/**'], packages: [] },
  'scripts/mutants/**': { imports: [], packages: ['vitest'] },
  'scripts/screenshots/**': {
    imports: ['scripts', 'tests/e2e/**', 'tests/support/**'],
    packages: ['playwright'],
  },
  // It asks for lists as the console does, and knows nothing of the reference server.
  'scripts/contract/**': {
    imports: [...contract, 'src/core/**', 'src/dataProvider/**'],
    packages: ['zod'],
  },
};
