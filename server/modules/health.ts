import { z } from 'zod';
import { isMigrated, NewerSchema } from '../db/migrate.ts';
import type { Module } from '../deps.ts';
import { databaseLacks, reasonOf } from '../services/platform/databaseNeeds.ts';
import { readRelease } from '../services/platform/release.ts';
import { singleFlight } from '../services/platform/singleFlight.ts';

/** Milliseconds that the database may take to answer. */
const PATIENCE = 3000;
/** Milliseconds for which the check of writes and rights is cached, because it writes a page. */
const HOLDS = 3000;

/** `commit`: 40 hex digits, or null if neither the build nor git knows it. */
const alive = z.object({ status: z.literal('ok'), version: z.string(), commit: z.string().nullable() });

/**
 * GET /healthz: the process is alive, and its release. GET /readyz: the database answers, is migrated (but not by a newer
 * version), accepts this role's writes and has them confirmed by its standby, and the process's work is running; otherwise
 * `reason` says why not. However many requests come at once, the database is asked once. `standbys`: for each of
 * READ_DATABASE_URL 'ok', or why nothing is read from it; the process is ready without them.
 */
export const health: Module = (
  app,
  { db, config: { SOURCE_COMMIT }, isWorking = () => true, commitsWait = () => false, standbys },
) => {
  let found: { lack: string | null; at: number } | undefined;
  const lacks = async (): Promise<string | null> => {
    if (!found || performance.now() - found.at > HOLDS) {
      found = { lack: await databaseLacks(db), at: performance.now() };
    }
    return found.lack;
  };
  const ask = singleFlight(
    async () => ((await isMigrated(db)) ? lacks() : 'The database lacks migrations of this version.'),
    PATIENCE,
  );
  const config = { access: 'public' as const };
  const answer = { status: 'ok' as const, ...readRelease(SOURCE_COMMIT) };
  const schema = { tags: ['health', 'ours'], response: { 200: alive } };
  app.get('/healthz', { config, schema }, async () => answer);
  const whyNot = async (): Promise<string | null> => {
    if (commitsWait()) return 'Commits wait for the synchronous standby, which does not confirm them.';
    try {
      const lack = await ask();
      if (lack !== null) return lack;
    } catch (error) {
      if (error instanceof NewerSchema) return error.message;
      app.log.debug({ err: error }, 'the database could not be asked');
      return reasonOf(error) ?? 'The database does not answer.';
    }
    return isWorking() ? null : 'The worker does not go its rounds.';
  };
  app.get('/readyz', { config, schema: { hide: true } }, async (_, reply) => {
    const reason = await whyNot();
    const also = standbys && { standbys: standbys.state().map((one) => one.reason ?? 'ok') };
    return reason === null
      ? { status: 'ok', ...also }
      : reply.status(503).send({ status: 'not ready', reason, ...also });
  });
};
