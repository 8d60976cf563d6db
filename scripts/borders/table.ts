/**
 * The borders between the folders: which other folders and packages each may import. `.dependency-cruiser.cjs` builds its
 * rules from this table (rules.ts), and tests/schema/borders.test.ts refuses a folder without a row. What a row does not
 * name is forbidden.
 *
 * A row's name is a folder (`src`: the files directly in it), a folder with everything below it (`src/crud/**`) or one
 * file. The most specific row applies.
 */
export interface Row {
  /** Names of other rows. A row may always import itself. */
  imports: readonly string[];
  /** Names of npm packages, or `any`. */
  packages: readonly string[] | 'any';
  /** Its files must not import each other. */
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
/** What every domain of the console may import. */
const base = [
  ...contract,
  'src/authProvider/**',
  'src/core/**',
  'src/crud/**',
  'src/i18n',
  'src/layout/**',
  'src/start/**',
];
const texts = ['src/i18n/en/**', 'src/i18n/ne/**'];

const sheets = 'src/resources/contacts/sheets/**';
/** The console's domains, and what else each may import. Any other import between domains is forbidden. */
const domains: Readonly<Record<string, readonly string[]>> = {
  billing: [],
  contacts: [sheets],
  dashboard: ['operations'],
  developers: [],
  messaging: [sheets],
  operations: [],
  people: ['billing'],
  search: [],
};
const domain = (name: string): string => `src/resources/${name}/**`;
const allDomains = [...Object.keys(domains).map(domain), sheets];

const codec = 'server/services/sending/smpp/codec/**';
const smpp = 'server/services/sending/smpp/**';
/** What a link of any protocol is to the dispatcher, and how it queues and paces. */
const link = 'server/services/sending/link/**';
const httpLink = 'server/services/sending/http/**';
/** The layers of services, lowest first, with the packages of each. A layer may import those before it. */
const layers: readonly Readonly<Record<string, readonly string[]>>[] = [
  { platform: ['prom-client'] },
  { sheets: [], mail: ['nodemailer'] },
  { access: ['@simplewebauthn/server', '@zxcvbn-ts/language-common'] },
  { files: ['@aws-sdk/client-s3', 'file-type', 'flydrive', 'pino'], webhooks: [] },
  { money: ['fontkit'], contacts: [] },
  { sending: ['unhomoglyph'] },
  { people: ['states-nepal'] },
  { reports: ['prom-client'] },
];
const service = (name: string): string => `server/services/${name}/**`;
const namesOf = (some: typeof layers): string[] => some.flatMap((layer) => Object.keys(layer).map(service));
const services = [...namesOf(layers), smpp, link, httpLink];
const serviceRows = layers.flatMap((layer, at) =>
  Object.entries(layer).map(([name, packages]): [string, Row] => [
    service(name),
    {
      imports: [
        ...contract,
        'schema/sheets/xlsx',
        'server/db/**',
        ...namesOf(layers.slice(0, at)),
        ...(name === 'sending' ? [smpp, codec, link, httpLink] : []),
      ],
      packages: ['kysely', 'uuidv7', 'zod', ...packages],
    },
  ]),
);

const http = ['fastify', 'fastify-type-provider-zod', 'kysely', 'zod'];
/** What routes and jobs may import. */
const parts = [...contract, 'server', 'server/config.ts', 'server/db/**', ...services];
/** The parts of the reference server, except its start. */
const server = [
  codec,
  'server',
  'server/config.ts',
  'server/crud/**',
  'server/db/**',
  'server/jobs/**',
  'server/modules',
  'server/plugins/**',
  'server/simulator/**',
  ...services,
];
const tested = ['server/app.ts', ...server, ...contract];

export const table: Readonly<Record<string, Row>> = {
  // The contract is plain data and checks. Its registry is at the top.
  schema: { imports: ['schema/sheets'], packages: ['zod'] },
  'schema/index.ts': { imports: ['schema'], packages: ['zod'] },
  'schema/sheets': { imports: ['schema'], packages: ['zod'] },
  'schema/sheets/xlsx': { imports: ['schema/sheets'], packages: ['numfmt', 'saxen'] },

  // The console, from the entry point down to modules without an interface. It talks to the server only over HTTP.
  'src/main.ts': {
    imports: [
      'src/App.tsx',
      'src/authProvider/**',
      'src/core/**',
      'src/i18n',
      'src/layout/**',
      'src/public/**',
      'src/start/**',
    ],
    packages: [],
  },
  'src/App.tsx': {
    imports: [...base, 'src/dataProvider/**', ...allDomains],
    packages: [...react, 'react-admin'],
  },
  ...Object.fromEntries(
    Object.entries(domains).map(([name, others]): [string, Row] => [
      domain(name),
      {
        imports: [...base, ...others.map((other) => (other in domains ? domain(other) : other))],
        packages: [...screens, ...(name === 'people' ? ['qrcode.react'] : [])],
      },
    ]),
  ),
  [sheets]: { imports: [...base, 'schema/sheets/xlsx'], packages: [...screens, 'fflate'] },
  'src/crud/**': {
    imports: [...contract, 'src/core/**', 'src/i18n', 'src/layout/**', 'src/start/**'],
    packages: [...screens, '@mui/x-charts'],
  },
  'src/layout/**': {
    imports: [
      ...contract,
      'src/authProvider/**',
      'src/core/**',
      'src/dataProvider/**',
      'src/i18n',
      'src/public/Logo.tsx',
      'src/start/**',
    ],
    packages: [...screens, '@zag-js/react', '@zag-js/toast'],
  },
  'src/layout/AdminUI.tsx': { imports: [], packages: ['@mui/material', 'ra-core', 'react', 'react-admin'] },
  'src/public/Logo.tsx': { imports: ['src/core/**'], packages: ['react'] },
  // The sign-in page does not load the shell.
  'src/public/**': {
    imports: [...contract, 'src/authProvider/**', 'src/core/**', 'src/public/Logo.tsx', ...texts],
    packages: ['react', 'react-dom', 'zod'],
  },
  // What exists only to show the first screen sooner.
  'src/start/**': {
    imports: [...contract, 'src/core/**', 'src/i18n', 'src/public/**'],
    packages: ['ra-core', 'react', 'react-dom', 'react-router-dom'],
  },
  // Providers have no interface.
  'src/authProvider/**': {
    imports: [...contract, 'src/core/**'],
    packages: ['@simplewebauthn/browser', 'ra-core'],
  },
  'src/dataProvider/**': {
    imports: [...contract, 'src/core/**'],
    packages: ['ra-core', 'ra-data-simple-rest'],
  },
  'src/i18n': {
    imports: [...contract, 'src/core/**', ...texts],
    packages: ['ra-core', 'ra-i18n-polyglot', 'ra-language-english'],
  },
  'src/i18n/en/**': { imports: contract, packages: [] },
  'src/i18n/ne/**': { imports: [...contract, 'src/i18n/en/**'], packages: ['ra-core'] },
  // No interface, and no imports from the rest of the console.
  'src/core/**': { imports: contract, packages: ['js-cookie', 'ra-core', 'react'] },

  // The server, from the entry point down to the database. It does not use React.
  'server/main.ts': { imports: [...tested, 'server/demo/**'], packages: [...http, 'pino'] },
  'server/app.ts': { imports: tested, packages: http },
  server: {
    imports: [...contract, 'server/config.ts', 'server/db/**', ...services],
    packages: [...http, 'pino'],
  },
  'server/config.ts': {
    imports: [...contract, 'server/environment.ts', service('files')],
    packages: ['zod'],
  },
  'server/environment.ts': {
    imports: [...contract, service('files'), service('platform')],
    packages: ['zod'],
  },
  'server/demo/**': { imports: [...contract, 'server/db/**', ...services], packages: ['kysely'] },
  // Modules share code through services and server/crud, never directly.
  'server/modules': {
    imports: [...parts, 'server/crud/**', 'server/plugins/**'],
    packages: [...http, '@fastify/multipart'],
    alone: true,
  },
  'server/crud/**': {
    imports: [...contract, 'server', 'server/db/**', 'server/plugins/**', ...services],
    packages: http,
  },
  'server/plugins/**': {
    imports: parts,
    packages: [
      ...http,
      '@fastify/cors',
      '@fastify/rate-limit',
      '@fastify/static',
      '@fastify/swagger',
      '@fastify/swagger-ui',
      'helmet',
      'prom-client',
    ],
  },
  // The only access to the queue.
  'server/jobs/**': {
    imports: parts,
    packages: ['kysely', 'pg-boss', 'pino'],
  },
  // They know nothing about HTTP.
  ...Object.fromEntries(serviceRows),
  // A link does not use the database; its worker does. The simulator and the link tests run without one.
  [link]: { imports: [], packages: [] },
  [smpp]: { imports: [...contract, codec, link], packages: [] },
  [httpLink]: { imports: [...contract, link, service('webhooks')], packages: [] },
  [codec]: { imports: contract, packages: [] },
  'server/simulator/**': { imports: [codec], packages: ['zod'] },
  // The only access to PostgreSQL.
  'server/db/**': { imports: [], packages: ['kysely', 'pg'] },
  'server/db/migrateNow.ts': { imports: ['server/config.ts', 'server/db/**'], packages: [] },

  // Tests. End-to-end tests use only a browser and HTTP; the others share tests/support.
  'tests/schema/**': {
    imports: [
      ...contract,
      'schema/sheets/xlsx',
      'scripts',
      'scripts/borders/**',
      'scripts/mutants/**',
      'server/config.ts',
      'server/environment.ts',
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
    imports: [...contract, 'server/db/**', ...services, 'tests/support/**'],
    packages: 'any',
  },
  'tests/ha/**': {
    imports: [...contract, 'server/db/**', ...services, 'tests/soak/**', 'tests/support/**'],
    packages: 'any',
  },
  'tests/support/**': {
    imports: [
      ...tested,
      ...texts,
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
    imports: [...contract, 'server/db/**', ...services, 'tests/e2e/**', 'tests/support/**'],
    packages: 'any',
  },
  // What the build and the commands need.
  scripts: {
    imports: [
      'schema',
      'server/config.ts',
      'server/environment.ts',
      'server/db/**',
      ...services,
      'src/layout/**',
      'src/public/**',
      'src/start/**',
      'scripts/mutants/**',
      'scripts/screenshots/**',
    ],
    packages: ['playwright', 'typescript', 'vite'],
  },
  'scripts/borders/**': { imports: [], packages: [] },
  'scripts/grafana/**': { imports: [], packages: [] },
  'scripts/mutants/**': { imports: [], packages: ['vitest'] },
  'scripts/screenshots/**': { imports: ['scripts', 'tests/e2e/**'], packages: ['playwright'] },
  // It asks for lists as the console does, and knows nothing of the reference server.
  'scripts/contract/**': { imports: [...contract, 'src/core/**'], packages: ['zod'] },
};
