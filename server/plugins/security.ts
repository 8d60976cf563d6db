import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import rateLimit, { type FastifyRateLimitOptions, type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Db } from '../db/database.ts';
import { counterKey, createCounter } from '../services/access/requestCounts.ts';
import { cookiesOf, putCookie } from './cookies.ts';

/**
 * The hash of an empty text: emotion creates empty style elements and fills them by script, which needs no permission. Other
 * text in a style element, whoever added it, is not applied.
 */
const EMPTY = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
/** The hash of the style element in index.html. */
const LATE = "'sha256-pZah6RdLyCeQAsySZki/6T7ppGe6apmxdJtSDYpBKaA='";

/** The cookie that a page must send back in a header with every change. */
export const XSRF = 'XSRF-TOKEN';

/** The policy of a server page that needs only these directives. */
export const barePolicy = (...directives: readonly string[]): string => {
  const given = new Set(directives.map((directive) => directive.split(' ')[0]));
  const rest = ['base-uri', 'form-action', 'frame-ancestors'].filter((name) => !given.has(name));
  return ["default-src 'none'", ...directives, ...rest.map((name) => `${name} 'none'`)].join('; ');
};

/** Milliseconds after which a process looks again at where pages may send forms. */
const LOOK_AGAIN = 5000;
/** Milliseconds that a request waits for that. */
const LOOK_MS = 500;

interface Secured {
  db: Db;
  apiUrl: string;
  /** Other origins to which pages may send forms now, such as eSewa if it is offered. */
  formOrigins?(): Promise<readonly string[]>;
}

/** Security headers, a rate limit per address, and the XSRF cookie. */
export async function security(
  app: FastifyInstance,
  { db, apiUrl, formOrigins = async () => [] }: Secured,
): Promise<void> {
  const headersNow = keptHeaders(apiUrl, formOrigins);
  app.addHook('onRequest', async ({ raw }, reply) => {
    const setHeaders = await headersNow();
    await new Promise<void>((resolve) => setHeaders(raw, reply.raw, () => resolve()));
  });
  await app.register(rateLimit, { global: false, store: sharedCounts(db) });

  app.addHook('onSend', async (request, reply) => {
    // Responses are personal, so nothing on the way may cache them. A proxy may be asked for an address in full, with its host.
    const isOfApi = [request.url, request.routeOptions.url].some((path) => path?.startsWith('/v1/'));
    if (isOfApi && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
    if (request.method !== 'GET' || cookiesOf(request, XSRF).some(Boolean)) return;
    // 122 random bits, of which Node draws many at once: a program's requests, which keep no cookies, need one each time.
    putCookie(request, reply, { name: XSRF, value: randomUUID(), attributes: 'Path=/; SameSite=Lax' });
  });
}

type SetHeaders = ReturnType<typeof helmet>;

/** The headers of a policy. Computed once for each: @fastify/helmet would compute them for every response. */
function headersFor(apiUrl: string, formOrigins: readonly string[]): SetHeaders {
  const self = ["'self'"];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: self,
        scriptSrc: self,
        styleSrc: ["'self'", EMPTY, LATE],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: apiUrl ? ["'self'", new URL(apiUrl).origin] : self,
        // Documents fetched with the token are shown in frames.
        frameSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: [...self, ...formOrigins],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['sheet-worker', 'drawn-list'],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000 },
  });
}

/** The headers with the current origins, looked up at most every LOOK_AGAIN. */
function keptHeaders(
  apiUrl: string,
  formOrigins: () => Promise<readonly string[]>,
): () => Promise<SetHeaders> {
  let origins: readonly string[] = [];
  let setHeaders = headersFor(apiUrl, origins);
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    // Without the database the former headers stay.
    const found = await formOrigins().catch(() => origins);
    if (found.join() !== origins.join()) setHeaders = headersFor(apiUrl, found);
    origins = found;
  };
  return async () => {
    if (performance.now() - lookedAt > LOOK_AGAIN) {
      lookedAt = performance.now();
      // A database that does not answer holds up one request, and not for long.
      await Promise.race([look(), delay(LOOK_MS, undefined, { ref: false })]);
    }
    return setHeaders;
  };
}

/** @fastify/rate-limit's counters in the database, so that a limit holds over all processes. */
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
