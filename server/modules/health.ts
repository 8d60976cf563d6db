import { isMigrated, NewerSchema } from '../db/migrate.ts';
import type { Module } from '../deps.ts';
import { oneQuestion } from '../services/oneQuestion.ts';

/** Milliseconds that the database may take to answer. */
const PATIENCE = 3000;

/**
 * GET /healthz: the process lives. GET /readyz: the database answers, the migrations are in and none of a newer version,
 * and what the process is to do goes on; else `reason` says why not.
 */
export const health: Module = (app, { db, isWorking = () => true }) => {
  const answers = oneQuestion(() => isMigrated(db), PATIENCE);
  const config = { access: 'public' as const };
  const schema = { hide: true };
  app.get('/healthz', { config, schema }, () => ({ status: 'ok' }));
  const whyNot = async (): Promise<string | null> => {
    try {
      if (!(await answers())) return 'The database lacks migrations of this version.';
    } catch (error) {
      return error instanceof NewerSchema ? error.message : 'The database does not answer.';
    }
    return isWorking() ? null : 'The worker does not go its rounds.';
  };
  app.get('/readyz', { config, schema }, async (_, reply) => {
    const reason = await whyNot();
    return reason === null ? { status: 'ok' } : reply.status(503).send({ status: 'not ready', reason });
  });
};
