import { isMigrated } from '../db/migrate.ts';
import type { Module } from '../deps.ts';
import { oneQuestion } from '../services/oneQuestion.ts';

/** Milliseconds that the database may take to answer. */
const PATIENCE = 3000;

/**
 * GET /healthz: the process lives. GET /readyz: the database answers, the migrations are in, and what the process is
 * to do goes on.
 */
export const health: Module = (app, { db, isWorking = () => true }) => {
  const answers = oneQuestion(() => isMigrated(db), PATIENCE);
  const config = { access: 'public' as const };
  const schema = { hide: true };
  app.get('/healthz', { config, schema }, () => ({ status: 'ok' }));
  app.get('/readyz', { config, schema }, async (_, reply) => {
    const ready = isWorking() && (await answers().catch(() => false));
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready' });
  });
};
