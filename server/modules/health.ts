import { isMigrated } from '../db/migrate.ts';
import type { Module } from '../deps.ts';

/** GET /healthz: the process lives. GET /readyz: the database answers and the migrations are in. */
export const health: Module = (app, { db }) => {
  const config = { access: 'public' as const };
  const schema = { hide: true };
  app.get('/healthz', { config, schema }, () => ({ status: 'ok' }));
  app.get('/readyz', { config, schema }, async (_, reply) => {
    const ready = await isMigrated(db).catch(() => false);
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready' });
  });
};
