/** @type {import('dependency-cruiser').IConfiguration} */
const never = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
module.exports = {
  forbidden: [
    never('no-cycles', {}, { circular: true }, 'imports go one way'),
    never(
      'schema-is-pure',
      { path: '^schema/' },
      { pathNot: ['^schema/', 'node_modules/zod/', 'node_modules/(numfmt|saxen)/'] },
      'schema imports only zod, what reads workbooks, and itself',
    ),
    never(
      'workbooks-have-their-libraries',
      { pathNot: '^schema/sheets/xlsx/' },
      { path: 'node_modules/(numfmt|saxen)/' },
      'one reader of workbooks, for the console and the server alike',
    ),
    never(
      'schema-entity-not-registry',
      { path: '^schema/(?!index[.]ts$)' },
      { path: '^schema/index[.]ts$' },
      'the registry is the top of schema/',
    ),
    never(
      'console-not-server',
      { path: '^src/' },
      { path: '^(server|tests)/' },
      'console meets server only over HTTP',
    ),
    never(
      'console-not-node',
      { path: '^src/' },
      { dependencyTypes: ['core'] },
      'no node builtins in the browser',
    ),
    never(
      'server-not-console',
      { path: '^server/' },
      { path: ['^(src|tests)/', 'node_modules/(react|react-dom|react-admin|ra-[^/]+|@mui)/'] },
      'server never sees React',
    ),
    never(
      'resources-are-islands',
      { path: '^src/resources/([^/]+)/' },
      { path: '^src/resources/', pathNot: '^src/resources/$1/' },
      'one resource never imports another',
    ),
    never(
      'pages-are-islands',
      { path: '^src/pages/([^/.]+)' },
      { path: '^src/(pages|resources)/', pathNot: '^src/pages/$1' },
      'a page never imports a page or a resource',
    ),
    never(
      'machinery-below-features',
      {
        path: '^src/(crud|dataProvider|authProvider|http|layout|sms|sheets|i18n|charts|payments|imports|blacklist|webhooks|reviews|keyboard)',
      },
      { path: '^src/(resources|pages|App|main)' },
      'machinery knows no entity screens',
    ),
    never(
      'providers-have-no-ui',
      { path: '^src/(dataProvider|authProvider|http)' },
      { path: ['^src/(crud|layout)', 'node_modules/(react|react-dom|react-admin|@mui)/'] },
      'providers are plain TypeScript (types from ra-core only)',
    ),
    never(
      'public-is-light',
      { path: '^src/public/' },
      {
        path: [
          '^src/(App|crud|layout/(?!Logo)[^/]*[.]tsx|resources|pages)',
          'node_modules/(react-admin|ra-[^/]+|@mui)/',
        ],
      },
      'signing in loads no shell',
    ),
    never(
      'modules-are-islands',
      { path: '^server/modules/([^/.]+)' },
      { path: '^server/modules/', pathNot: '^server/modules/$1' },
      'share through services/, never sideways',
    ),
    never(
      'services-below-http',
      { path: '^server/(services|db)/' },
      { path: ['^server/(modules|jobs|app|main|crud)', 'node_modules/fastify'] },
      'services and db know nothing of HTTP',
    ),
    never(
      'db-is-bottom',
      { path: '^server/db/' },
      { path: '^server/', pathNot: '^server/(db/|config)' },
      'db imports only config',
    ),
    never(
      'drivers-only-in-db',
      { path: '^server/', pathNot: '^server/db/' },
      { path: 'node_modules/(pg|@electric-sql)/' },
      'one door to the database',
    ),
    never(
      'queue-only-in-jobs',
      { path: '^server/', pathNot: '^server/jobs/' },
      { path: 'node_modules/pg-boss/' },
      'one door to the queue',
    ),
    never(
      'e2e-black-box',
      { path: '^tests/e2e/' },
      { path: '^(src|server)/' },
      'end-to-end tests see only browser and HTTP',
    ),
    never(
      'not-to-dev-dep',
      { path: '^(src|server|schema)/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
      'shipped code needs real dependencies',
    ),
    never(
      'no-orphans',
      { orphan: true, pathNot: ['^tests/', '[.]d[.]ts$', '^src/main[.]ts$', '^server/main[.]ts$'] },
      {},
      'dead file',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
