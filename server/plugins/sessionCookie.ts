import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOKEN_SECONDS } from '#schema/user.ts';
import { SIGN_IN_AS_SECONDS } from '#schema/users.ts';
import type { Config } from '../config.ts';
import { cookieOf, putCookie } from './cookies.ts';

/** A user's own session, and one in which staff view a customer's console. */
type Kind = 'session' | 'acting';

/** Maximum lifetime of each, in seconds. */
const LIFE: Record<Kind, number> = { session: TOKEN_SECONDS, acting: SIGN_IN_AS_SECONDS };
/** The placeholder when the token is in a cookie: it says in which, and grants nothing. */
const MARK = /^(session|acting)-in-cookie-[\w-]+$/;

const nameOf = (kind: Kind, { protocol }: FastifyRequest): string =>
  protocol === 'https' ? `__Host-${kind}` : kind;

const setCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  kind: Kind,
  value: string,
  seconds: number,
) =>
  putCookie(request, reply, {
    ...{ name: nameOf(kind, request), value },
    attributes: `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`,
  });

/**
 * What a response contains for a new token: the token, or with SESSION_COOKIE=httponly the placeholder of the cookie that
 * scripts cannot read. Consoles store and send both alike.
 */
export function tokenForResponse(
  { SESSION_COOKIE }: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  kind: Kind = 'session',
): string {
  if (SESSION_COOKIE === 'script') return token;
  setCookie(request, reply, kind, token, LIFE[kind]);
  return `${kind}-in-cookie-${randomBytes(12).toString('base64url')}`;
}

interface SentToken {
  token: string | undefined;
  /** The cookie that the browser sent the token in by itself. */
  kind?: Kind;
}

/** What a console sends as its token: the token itself, or the placeholder of a cookie that has it. */
function resolved(request: FastifyRequest, token: string | undefined): SentToken {
  const kind = MARK.exec(token ?? '')?.[1] as Kind | undefined;
  if (!kind) return { token };
  return { token: cookieOf(request, nameOf(kind, request)), kind };
}

/** The token of a call, and whether the browser sent it by itself, in a cookie. */
export const sentToken = (request: FastifyRequest): SentToken =>
  resolved(request, /^(?:Token|Bearer) ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]);

/** The token of a request for a page, to which browsers add no header: consoles keep it in the cookie `token`. */
export const pageToken = (request: FastifyRequest): string | undefined =>
  resolved(request, /^[\w-]{20,200}$/.exec(cookieOf(request, 'token') ?? '')?.[0]).token;

/** Deletes the cookie from which a request's token came; does nothing if it came otherwise. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  const { kind } = sentToken(request);
  if (kind) setCookie(request, reply, kind, '', 0);
}
