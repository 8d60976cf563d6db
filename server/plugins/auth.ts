import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allows, type Pair } from '#schema/permissions.ts';
import { needsStepUp } from '#schema/stepUp.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { isApiKey, keyCallerOf } from '../services/access/apiKeys.ts';
import { addressOf, type Origin } from '../services/access/origin.ts';
import { callerOf, requirePair } from '../services/access/sessions.ts';
import { requireProof } from '../services/access/stepUp.ts';
import type { Caller } from '../services/platform/caller.ts';
import { Problem } from '../services/platform/problem.ts';
import { cookieOf, cookiesOf, decoded, putCookie } from './cookies.ts';
import { SAFE_METHODS } from './safeMethods.ts';
import { XSRF } from './security.ts';
import { sentToken } from './sessionCookie.ts';

/**
 * Who may call a route: anybody, every signed-in user (`true`, as in entities), holders of a pair, or holders of any of
 * several. Each route for every signed-in user has its reason in tests/contract/accessExceptions.ts.
 */
type Access = 'public' | 'signed-in' | Pair | true | { anyOf: readonly (Pair | true)[] };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** The pair that API keys need, although people need none. */
    keys?: Pair;
    /** Runs once per `Idempotency-Key` (plugins/idempotency.ts); `create`: creates a record and costs nothing. */
    idempotent?: true | 'create';
    /**
     * Fields of the body that a repetition is recognised without: passwords, whose hash would be kept with the answer, and
     * codes, which differ each time.
     */
    secrets?: readonly string[];
    /** Takes `If-Match` with the record's `updated_at` (crud/precondition.ts). */
    precondition?: true;
    /** Also for users who must still set up a second factor, because it leads there. */
    beforeSecondFactor?: true;
    /** Also for staff who are signed in as a customer and otherwise read only, because it ends that. */
    endsActing?: true;
  }
  interface FastifyRequest {
    /** The caller; set on every route that is not public. */
    caller: Caller;
  }
}

/** Where a request comes from, for the user's list of sessions and the audit log. */
export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  device: /^[\w-]{22,86}$/.exec(cookieOf(request, DEVICE) ?? '')?.[0],
  userAgent: request.headers['user-agent'],
  requestId: request.id,
});

const DEVICE = 'device';

const HALF_A_YEAR = 180 * 86_400;

/**
 * Marks a browser in which somebody has signed in, so that failed attempts elsewhere do not lock its user out
 * (services/access/signInLimits.ts). Scripts cannot read it, and it grants nothing.
 */
export function keepDevice(request: FastifyRequest, reply: FastifyReply, device: string): void {
  putCookie(request, reply, {
    ...{ name: DEVICE, value: device },
    attributes: `Path=/v1/; Max-Age=${HALF_A_YEAR}; HttpOnly; SameSite=Strict`,
  });
}

/** Checks token and pair before anything of a request is read. A route without `config.access` prevents the start. */
export function auth(app: FastifyInstance, db: Db, config: Config): void {
  app.decorateRequest('caller');
  const countKey = app.createRateLimit({
    max: config.API_KEY_RATE,
    timeWindow: '1 minute',
    keyGenerator: ({ caller }) => caller.key ?? '',
  });
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not say who may call it`);
  });
  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access;
    if (access === undefined || access === 'public') return;
    const { token, kind } = sentToken(request);
    const ip = addressOf(request.ip) ?? undefined;
    const isKey = token !== undefined && isApiKey(token);
    const caller =
      token &&
      (isKey ? await keyCallerOf(db, token, ip) : await callerOf(db, token, config.SESSION_IDLE_MINUTES));
    if (!caller) {
      if (isKey) throw new Problem('unauthenticated', 'This API key is unknown, expired or revoked.');
      // No console sends a header of another form; a program does that lost "Token" or its key.
      if (request.headers.authorization && !token && !kind)
        throw new Problem(
          'unauthenticated',
          'Send the whole API key in this header: “Authorization: Token bsk_...”.',
        );
      throw new Problem('unauthenticated', 'Sign in to continue.');
    }
    if (!isOfConsole(request, config.CORS_ORIGINS)) refuseForgery(request, kind !== undefined);
    refuseActing(request, caller);
    refuseUnproved(request, caller);
    if (access !== 'signed-in' && access !== true) {
      requirePair(caller, ...('anyOf' in access ? access.anyOf : [access]));
    } else if (isKey) requirePair(caller, request.routeOptions.config.keys ?? false);
    if (!SAFE_METHODS.has(request.method) && pairsIn(access).some(needsStepUp)) requireProof(caller);
    request.caller = { ...caller, ip, device: originOf(request).device, requestId: request.id };
    if (!isKey) return;
    const used = await countKey(request);
    if (used.isAllowed || !used.isExceeded) return;
    void reply.header('retry-after', used.ttlInSeconds);
    throw new Problem('too_many_requests', `Too many requests. Try again in ${used.ttlInSeconds} seconds.`);
  });
}

/** The pairs that an access names. */
const pairsIn = (access: Access): Pair[] => {
  if (typeof access !== 'object') return [];
  const all = 'anyOf' in access ? access.anyOf : [access];
  return all.filter((pair) => pair !== true);
};

/** Staff who are signed in as a customer can only read, whatever the route. */
function refuseActing(request: FastifyRequest, { actor }: Caller): void {
  if (!actor || SAFE_METHODS.has(request.method) || request.routeOptions.config.endsActing) return;
  throw new Problem(
    'forbidden',
    'You are signed in as a customer, read-only. Return to your own session to make changes.',
  );
}

/** Users who must have a second factor can use only their own profile until they have set it up. */
function refuseUnproved(request: FastifyRequest, { mustEnrol, pairs }: Caller): void {
  const { access, beforeSecondFactor } = request.routeOptions.config;
  if (!mustEnrol || beforeSecondFactor) return;
  const isPair = Array.isArray(access);
  if (isPair && allows(pairs, access as unknown as Pair)) return;
  throw new Problem(
    'forbidden',
    'Your provider requires two-factor sign-in. Set it up in your profile to continue.',
  );
}

/**
 * Whether the request comes from a console at another origin that the API allows. Browsers set the header,
 * and no page can forge it.
 */
const isOfConsole = ({ headers }: FastifyRequest, origins: readonly string[]): boolean =>
  headers.origin !== undefined && origins.includes(headers.origin);

/**
 * Double submit: a browser that has the XSRF-TOKEN cookie must send it back in the header; one whose session is in a cookie
 * must have it. An application on a parent domain may have set one as well, encoded or empty.
 */
function refuseForgery(request: FastifyRequest, isByCookie: boolean): void {
  if (SAFE_METHODS.has(request.method)) return;
  const held = cookiesOf(request, XSRF).filter(Boolean);
  if (held.length === 0 && !isByCookie) return;
  const sent = Buffer.from(String(request.headers['x-xsrf-token'] ?? ''));
  const isSent = (value: string) => {
    const known = Buffer.from(value);
    return known.length > 0 && sent.length === known.length && timingSafeEqual(sent, known);
  };
  if (!held.flatMap((value) => [value, decoded(value)]).some(isSent)) {
    throw new Problem(
      'forbidden',
      'This request did not come from the console. Reload the page and try again.',
    );
  }
}
