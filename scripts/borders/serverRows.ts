import { contract, type Row } from './row.ts';

export const codec = 'server/services/sending/smpp/codec/**';
const smpp = 'server/services/sending/smpp/**';
/** What a link of any protocol is to the dispatcher, and how it queues and paces. */
const link = 'server/services/sending/link/**';
const httpLink = 'server/services/sending/http/**';
/** The layers of services, lowest first, with the packages of each. A layer may import those before it. */
const layers: readonly Readonly<Record<string, readonly string[]>>[] = [
  { platform: ['prom-client'] },
  { sheets: ['yazl'], mail: ['nodemailer'] },
  { access: ['@simplewebauthn/server', '@zxcvbn-ts/language-common'] },
  { files: ['@aws-sdk/client-s3', 'file-type', 'flydrive', 'pino'], webhooks: [] },
  { money: ['fontkit'], contacts: [] },
  { sending: ['unhomoglyph'] },
  { people: ['states-nepal'] },
  { reports: ['prom-client'] },
];
const service = (name: string): string => `server/services/${name}/**`;
const namesOf = (some: typeof layers): string[] => some.flatMap((layer) => Object.keys(layer).map(service));
export const services = [...namesOf(layers), smpp, link, httpLink];
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
export const tested = ['server/app.ts', ...server, ...contract];

/** The server, from the entry point down to the database. It does not use React. */
export const serverRows: Readonly<Record<string, Row>> = {
  'server/main.ts': { imports: [...tested, 'server/demo/**'], packages: [...http, 'pino'] },
  'server/app.ts': { imports: tested, packages: http },
  server: {
    imports: [...contract, 'server/config.ts', 'server/db/**', ...services],
    packages: [...http, 'pino'],
  },
  'server/config.ts': {
    imports: ['server/environment.ts', 'server/secretFiles.ts', service('files')],
    packages: ['zod'],
  },
  'server/environment.ts': { imports: ['server/environment'], packages: ['zod'] },
  'server/environment': {
    imports: [...contract, service('files'), service('platform')],
    packages: ['zod'],
  },
  'server/secretFiles.ts': { imports: [], packages: [] },
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
  [link]: { imports: contract, packages: [] },
  [smpp]: { imports: [...contract, codec, link], packages: [] },
  [httpLink]: { imports: [...contract, link, service('webhooks')], packages: [] },
  [codec]: { imports: contract, packages: [] },
  'server/simulator/**': { imports: [codec], packages: ['zod'] },
  // The only access to PostgreSQL.
  'server/db/**': { imports: [], packages: ['kysely', 'pg'] },
  'server/db/migrateNow.ts': { imports: ['server/db/**', 'server/secretFiles.ts'], packages: [] },
};
