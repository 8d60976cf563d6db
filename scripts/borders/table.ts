/**
 * The borders between the folders: which other folders each may import, and which packages. The rules of
 * `.dependency-cruiser.cjs` are made of this table (rules.ts), and tests/schema/borders.test.ts refuses a folder that
 * has no row. What a row does not name is forbidden.
 *
 * A row's name is a folder (`src`: the files directly in it), a folder with all below it (`src/crud/**`), each folder
 * in a folder, as an island that imports no other (`src/resources/*`), or one file. The most particular row counts.
 */
export interface Row {
  /** Names of other rows. A row always imports itself. */
  imports: readonly string[];
  /** Names of npm packages, or `any`. */
  packages: readonly string[] | 'any';
  /** Its files do not import each other. */
  alone?: true;
}

const contract = ['schema', 'schema/index.ts', 'schema/sheets'];
const react = ['react', 'react-dom', 'react-router-dom'];
const screens = [
  ...react,
  '@hookform/resolvers',
  '@mui/icons-material',
  '@mui/material',
  '@tanstack/react-query',
  'ra-core',
  'react-hook-form',
  'uuidv7',
  'zod',
];
/** What every screen stands on. */
const base = [
  ...contract,
  'src',
  'src/authProvider/**',
  'src/core/**',
  'src/crud/**',
  'src/dataProvider/**',
  'src/i18n',
  'src/layout/**',
  'src/layout/Logo.tsx',
];
/** What several pages and resources share. */
const shared = [
  'src/resources/contacts/blacklist/**',
  'src/resources/messaging/campaigns/**',
  'src/crud/charts/**',
  'src/resources/contacts/imports/**',
  'src/resources/operations/operatorLinks/**',
  'src/resources/billing/payments/**',
  'src/crud/review/**',
  'src/resources/contacts/sheets/**',
  'src/resources/messaging/compose/**',
  'src/resources/developers/webhooks/**',
];
const texts = ['src/i18n/en/**', 'src/i18n/ne/**'];

const codec = 'server/services/sending/smpp/codec/**';
const services = ['server/services/**', 'server/services/sending/smpp/**', 'server/services/sending/smpp/**'];
const http = ['fastify', 'fastify-type-provider-zod', 'kysely', 'zod'];
/** What routes and jobs stand on. */
const parts = [...contract, 'server', 'server/config.ts', 'server/db/**', ...services];
/** What the reference server is made of, but for its start. */
const server = [
  codec,
  'server',
  'server/config.ts',
  'server/db/**',
  'server/crud/exports/**',
  'server/jobs/**',
  'server/modules',
  'server/plugins/**',
  'server/simulator/**',
  ...services,
];
const tested = ['server/app.ts', ...server, ...contract];

/** The same row for several folders of the console. */
const alike = (folders: readonly string[], row: Row): Record<string, Row> =>
  Object.fromEntries(folders.map((folder) => [`src/${folder}/**`, row]));

export const table: Readonly<Record<string, Row>> = {
  // The contract is plain data and checks. Its registry is the top of it.
  schema: { imports: ['schema/sheets'], packages: ['zod'] },
  'schema/index.ts': { imports: ['schema'], packages: ['zod'] },
  'schema/sheets': { imports: ['schema'], packages: ['zod'] },
  'schema/sheets/xlsx': { imports: ['schema/sheets'], packages: ['numfmt', 'saxen'] },

  // The console: from the start down to what has no interface. It meets the server only over HTTP.
  'src/main.ts': {
    imports: [
      'src',
      'src/App.tsx',
      'src/authProvider/**',
      'src/dataProvider/**',
      'src/i18n',
      'src/layout/**',
      'src/public/**',
      'src/start/root.ts',
      'src/start/screens.ts',
    ],
    packages: [],
  },
  'src/start/root.ts': { imports: [], packages: ['react', 'react-dom'] },
  'src/start/screens.ts': { imports: ['src', 'src/pages/*', 'src/resources/*'], packages: [] },
  'src/App.tsx': { imports: [...base, 'src/pages/*', 'src/resources/*'], packages: react },
  'src/pages/*': { imports: [...base, ...shared], packages: [...screens, 'qrcode.react'] },
  'src/resources/*': { imports: [...base, ...shared], packages: screens },
  ...alike(['blacklist', 'crud', 'keyboard', 'links', 'payments', 'reviews', 'webhooks'], {
    imports: base,
    packages: screens,
  }),
  'src/resources/messaging/campaigns/**': { imports: [...base, 'src/resources/messaging/compose/**'], packages: screens },
  'src/crud/charts/**': { imports: base, packages: [...screens, '@mui/x-charts'] },
  'src/resources/contacts/imports/**': { imports: [...base, 'src/resources/contacts/sheets/**'], packages: screens },
  'src/resources/messaging/compose/**': { imports: [...base, 'src/resources/operations/operatorLinks/**'], packages: screens },
  'src/resources/contacts/sheets/**': { imports: [...base, 'schema/sheets/xlsx'], packages: [...screens, 'fflate'] },
  'src/layout/**': {
    imports: [
      ...contract,
      'src',
      'src/authProvider/**',
      'src/core/**',
      'src/dataProvider/**',
      'src/i18n',
      'src/layout/keyboard/**',
      'src/layout/Logo.tsx',
      'src/start/**',
    ],
    packages: [...screens, '@zag-js/react', '@zag-js/toast'],
  },
  'src/layout/Logo.tsx': { imports: ['src'], packages: ['react'] },
  // Signing in loads no shell.
  'src/public/**': {
    imports: [...contract, 'src', 'src/authProvider/**', 'src/layout/Logo.tsx', 'src/start/**', ...texts],
    packages: ['react', 'react-dom', 'zod'],
  },
  // Providers are without an interface.
  'src/authProvider/**': {
    imports: [...contract, 'src', 'src/core/**', 'src/i18n'],
    packages: ['@simplewebauthn/browser', 'js-cookie', 'ra-core'],
  },
  'src/dataProvider/**': {
    imports: [...contract, 'src', 'src/authProvider/**', 'src/core/**'],
    packages: ['ra-core', 'ra-data-simple-rest'],
  },
  'src/i18n': {
    imports: [...contract, 'src', ...texts],
    packages: ['ra-core', 'ra-i18n-polyglot', 'ra-language-english'],
  },
  'src/i18n/en/**': { imports: contract, packages: [] },
  'src/i18n/ne/**': { imports: [...contract, 'src/i18n/en/**'], packages: ['ra-core'] },
  src: {
    imports: [...contract, 'src/authProvider/**', 'src/core/**'],
    packages: [...react, 'js-cookie'],
  },
  'src/core/**': { imports: contract, packages: [] },
  'src/start/**': { imports: [], packages: [] },

  // The server: from the start down to the database. It never sees React.
  'server/main.ts': { imports: [...tested, 'server/demo/demo.ts'], packages: [...http, 'pino'] },
  'server/app.ts': { imports: [...contract, ...server], packages: http },
  'server/demo/demo.ts': { imports: [...contract, 'server', 'server/db/**', ...services], packages: ['kysely'] },
  server: {
    imports: [...contract, 'server/config.ts', 'server/db/**', ...services],
    packages: [...http, 'pino'],
  },
  'server/config.ts': { imports: [...contract, ...services], packages: ['zod'] },
  // Modules share through services and exports, never sideways.
  'server/modules': {
    imports: [...parts, 'server/crud/exports/**', 'server/plugins/**'],
    packages: [...http, '@fastify/multipart'],
    alone: true,
  },
  'server/crud/exports/**': { imports: [...contract, 'server', 'server/db/**', ...services], packages: http },
  'server/plugins/**': {
    imports: parts,
    packages: [
      ...http,
      '@fastify/rate-limit',
      '@fastify/static',
      '@fastify/swagger',
      '@fastify/swagger-ui',
      'helmet',
      'prom-client',
    ],
  },
  // The one door to the queue.
  'server/jobs/**': {
    imports: parts,
    packages: ['kysely', 'pg-boss', 'pino'],
  },
  // They know nothing of HTTP.
  'server/services/**': {
    imports: [...contract, ...services, codec, 'schema/sheets/xlsx', 'server/config.ts', 'server/db/**'],
    packages: [
      '@aws-sdk/client-s3',
      '@simplewebauthn/server',
      '@zxcvbn-ts/language-common',
      'file-type',
      'flydrive',
      'kysely',
      'nodemailer',
      'pino',
      'prom-client',
      'states-nepal',
      'unhomoglyph',
      'uuidv7',
      'zod',
    ],
  },
  // A link knows no database: its worker does. The simulator and the tests of a link start without one.
  'server/services/sending/smpp/**': {
    imports: [...contract, codec, 'server/services/sending/smpp/**'],
    packages: [],
  },
  'server/services/sending/smpp/**': {
    imports: [...contract, codec, 'server/services/sending/smpp/**'],
    packages: [],
  },
  [codec]: { imports: contract, packages: [] },
  'server/simulator/**': { imports: [codec], packages: ['zod'] },
  // The one door to PostgreSQL.
  'server/db/**': { imports: [], packages: ['kysely', 'pg'] },
  'server/db/migrateNow.ts': { imports: ['server/config.ts', 'server/db/**'], packages: [] },

  // Tests. Journeys see only a browser and HTTP; support is what the others share.
  'tests/schema/**': {
    imports: [
      ...contract,
      'schema/sheets/xlsx',
      'scripts/borders/**',
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
      'server/demo/demo.ts',
      'src/i18n',
      'tests/contract/**',
      'tests/soak/**',
      'tests/support/**',
    ],
    packages: 'any',
  },
  'tests/console/**': {
    imports: [
      ...base,
      ...services,
      ...shared,
      ...texts,
      'src/App.tsx',
      'src/layout/keyboard/**',
      'src/pages/*',
      'src/public/**',
      'src/resources/*',
      'tests/support/**',
    ],
    packages: 'any',
  },
  'tests/contract/**': {
    imports: [...tested, ...base, 'src/resources/contacts/sheets/**', 'tests/support/**'],
    packages: 'any',
  },
  'tests/e2e/**': { imports: [...contract, 'tests/support/**'], packages: 'any' },
  'tests/soak/**': {
    imports: [...contract, 'server/db/**', ...services, 'tests/support/**'],
    packages: 'any',
  },
  'tests/support/**': {
    imports: [
      ...tested,
      ...texts,
      'scripts/borders/**',
      'server/demo/demo.ts',
      'src',
      'src/authProvider/**',
      'src/i18n',
      'tests/console/**',
      'tests/soak/**',
    ],
    packages: 'any',
  },

  'bench/**': {
    imports: [...contract, 'server/db/**', ...services, 'tests/e2e/**', 'tests/support/**'],
    packages: 'any',
  },
  // What the build and the commands need.
  scripts: {
    imports: ['server/config.ts', 'server/db/**', ...services, 'src/public/**', 'src/start/screens.ts'],
    packages: ['playwright', 'vite'],
  },
  'scripts/borders/**': { imports: [], packages: [] },
};
