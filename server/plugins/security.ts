import { randomBytes } from 'node:crypto';
import rateLimit, { type FastifyRateLimitOptions, type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Db } from '../db/database.ts';
import { counterKey, createCounter } from '../services/access/requestCounts.ts';
import { cookieOf, putCookie } from './cookies.ts';

/**
 * The hash of nothing: emotion makes style elements that are empty and fills them by script, which needs no
 * permission. Text in a style element, whoever put it there, is not applied.
 */
const EMPTY = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The cookie that a page sends back in a header with what changes something. */
export const XSRF = 'XSRF-TOKEN';

/** The policy of a page of the server's own that needs no more than these directives. */
export const barePolicy = (...directives: readonly string[]): string =>
  [
    "default-src 'none'",
    ...directives,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Security headers, a ceiling on requests for each address, and the XSRF cookie. `formOrigins`: where else a
 * page may send a form to, which is eSewa where it is configured.
 */
export async function security(
  app: FastifyInstance,
  { db, apiUrl, formOrigins = [] }: { db: Db; apiUrl: string; formOrigins?: readonly string[] },
): Promise<void> {
  const self = ["'self'"];
  // Made once: @fastify/helmet would make them anew for every answer.
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: self,
        scriptSrc: self,
        styleSrc: ["'self'", EMPTY],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: apiUrl ? ["'self'", new URL(apiUrl).origin] : self,
        // Documents that were fetched with the token are shown in frames.
        frameSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: [...self, ...formOrigins],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['sheet-worker'],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000 },
  });
  app.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, () => done()));
  await app.register(rateLimit, { global: false, store: sharedCounts(db) });

  app.addHook('onSend', async (request, reply) => {
    // Answers are a person's own: nothing on their way keeps them.
    if (request.url.startsWith('/v1/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
    if (request.method !== 'GET' || cookieOf(request, XSRF) !== undefined) return;
    const value = randomBytes(18).toString('base64url');
    putCookie(request, reply, { name: XSRF, value, attributes: 'Path=/; SameSite=Lax' });
  });
}

/** @fastify/rate-limit's counts in the database, so that a ceiling holds over all processes together. */
function sharedCounts(db: Db) {
  const count = createCounter(db);
  return class Counts implements FastifyRateLimitStore {
    readonly name: string;
    constructor({
      routeInfo,
    }: FastifyRateLimitOptions & { routeInfo?: { method?: unknown; url?: unknown } }) {
      this.name = `${routeInfo?.method ?? ''} ${routeInfo?.url ?? ''}`;
    }
    incr(
      key: string,
      done: (error: Error | null, found?: { current: number; ttl: number }) => void,
      ms: number,
    ) {
      count(counterKey('requests', this.name, key), ms).then(
        ({ n, ms: ttl }) => done(null, { current: n, ttl }),
        done,
      );
    }
    child(options: ConstructorParameters<typeof Counts>[0]) {
      return new Counts(options);
    }
  };
}
