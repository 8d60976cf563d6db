import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Read, StandbyReads } from '../services/platform/standbyReads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What `request.read` runs may be answered by a standby. Never decisions about money, sign-in or permissions. */
    standby?: true;
  }
  interface FastifyRequest {
    /** Reads from a standby if the route allows it and one has all that was answered before, else from the primary. */
    read: Read;
  }
}

/** Gives each request its `read`. */
export function standbyReads(
  app: FastifyInstance,
  db: Kysely<unknown>,
  standbys: StandbyReads | undefined,
): void {
  const fromPrimary: Read = (work) => work(db);
  app.decorateRequest('read', fromPrimary);
  if (!standbys) return;
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.standby) request.read = standbys.reader();
  });
}
