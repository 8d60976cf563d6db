/**
 * AdminJS in its own process: `node adminjsServer.ts FOLDER DATABASE_URL`, where FOLDER has it installed. Prints the
 * address it listens at, and ends with its parent.
 */
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder = '', database = ''] = process.argv.slice(2);
const require = createRequire(join(folder, 'package.json'));
const load = (name: string) => import(pathToFileURL(require.resolve(name)).href);
// Both are ES modules; require.resolve finds them only by path.
const loadModule = (path: string) => import(pathToFileURL(join(folder, 'node_modules', path)).href);

const { default: AdminJS } = await loadModule('adminjs/lib/index.js');
const { Adapter, Resource, Database } = await loadModule('@adminjs/sql/lib/index.js');
const { default: AdminJSExpress } = await loadModule('@adminjs/express/lib/index.js');
const { default: express } = await load('express');
const { default: compression } = await load('compression');

AdminJS.registerAdapter({ Database, Resource });
const url = new URL(database);
const connection = {
  host: url.searchParams.get('host') ?? url.hostname,
  port: Number(url.port),
  user: url.username,
  password: url.password,
  database: url.pathname.slice(1),
};
const tables = await new Adapter('postgresql', connection).init();
const columns = ['name', 'phone', 'operator', 'is_active', 'created_at'];
const admin = new AdminJS({
  rootPath: '/admin',
  resources: [
    {
      resource: tables.table('contact'),
      options: {
        listProperties: columns,
        showProperties: columns,
        sort: { sortBy: 'created_at', direction: 'desc' },
      },
    },
  ],
  settings: { defaultPerPage: 25 },
});
await admin.initialize();
const app = express();
app.use(compression());
const benchUser = { email: 'bench@bench.test' };
const router = AdminJSExpress.buildAuthenticatedRouter(
  admin,
  {
    authenticate: async (email: string, password: string) =>
      email === benchUser.email && password === 'bench' ? benchUser : null,
    cookieName: 'adminjs',
    cookiePassword: 'a-password-of-the-benchmark-only-0123456789',
  },
  null,
  {
    resave: false,
    saveUninitialized: true,
    secret: 'a-secret-of-the-benchmark-only-0123456789',
  },
);
app.use(admin.options.rootPath, router);
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.stdin.resume().once('end', () => process.exit());
