import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pair } from '#schema/permissions.ts';
import type { Db } from '../db/database.ts';
import { Problem } from '../services/problem.ts';
import { type Caller, callerOf, type Origin, requirePair } from '../services/sessions.ts';

/**
 * Who may call a route: anybody, every signed-in user (`true` is what an entity says for it), who holds a
 * pair, or who holds any of several.
 */
type Access = 'public' | 'signed-in' | Pair | true | { anyOf: readonly (Pair | true)[] };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    /** Who calls; there on every route that is not public. */
    caller: Caller;
  }
}

/** Where a request comes from, for the list of its user's sessions. */
export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  ip,
  userAgent: headers['user-agent'],
});

/** Checks token and pair before anything of a request is read. A route without `config.access` does not start. */
export function auth(app: FastifyInstance, db: Db): void {
  app.decorateRequest('caller');
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not say who may call it`);
  });
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access;
    if (access === undefined || access === 'public') return;
    const token = /^Token ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1];
    const caller = token && (await callerOf(db, token));
    if (!caller) throw new Problem('unauthenticated', 'Sign in to go on.');
    refuseForgery(request);
    if (access !== 'signed-in' && access !== true) {
      requirePair(caller, ...('anyOf' in access ? access.anyOf : [access]));
    }
    request.caller = caller;
  });
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Double submit: a browser that has the XSRF-TOKEN cookie must send it back in the header. */
function refuseForgery(request: FastifyRequest): void {
  if (SAFE.has(request.method)) return;
  const cookie = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
  if (cookie === undefined) return;
  const sent = Buffer.from(String(request.headers['x-xsrf-token'] ?? ''));
  const held = Buffer.from(cookie);
  if (sent.length !== held.length || !timingSafeEqual(sent, held)) {
    throw new Problem(
      'forbidden',
      'This request did not come from the console. Reload the page and try again.',
    );
  }
}
