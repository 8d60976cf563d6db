import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { entities } from '#schema/index.ts';
import { look, type WrittenList } from '#schema/rendering.ts';
import { cookieOf } from './cookies.ts';
import { navigationToken } from './pageUser.ts';

/** Milliseconds that an answer waits for a list that comes with it: the console can ask for it itself. */
const SESSION_PATIENCE_MS = 300;
/** A page's files are requested only when it has come. */
const PAGE_PATIENCE_MS = 100;

/** Milliseconds for which a list that was slow is left to the console, so that a busy database is not asked twice for each page. */
const REST_MS = 10_000;

/** The console's route of each list, by its path. */
const routes: ReadonlyMap<string, string> = new Map(entities.map(({ path, name }) => [path, name]));

/** When lists that were slow may be asked again, by their path without parameters, in milliseconds of `performance.now()`. */
const resting = new Map<string, number>();

interface Asked {
  /** Path and query of a list. */
  path: string;
  token: string;
  patience: number;
}

/** The page of a list, as the route answers it to this token. Undefined if it refuses or is slow. Never rejects. */
async function pageOf(
  app: FastifyInstance,
  { headers, ip, log }: FastifyRequest,
  { path, token, patience }: Asked,
): Promise<object | undefined> {
  const list = path.replace(/\?.*/s, '');
  if (!routes.has(list) || performance.now() < (resting.get(list) ?? 0)) return undefined;
  const late = setTimeout(patience, 'late' as const, { ref: false });
  const ask = async (): Promise<object | undefined> => {
    const answer = await app.inject({
      ...{ url: path, remoteAddress: ip },
      headers: { authorization: `Token ${token}`, 'user-agent': headers['user-agent'] },
    });
    return answer.statusCode === 200 ? answer.json() : undefined;
  };
  try {
    const found = await Promise.race([ask(), late]);
    if (found !== 'late') return found;
    resting.set(list, performance.now() + REST_MS);
    return undefined;
  } catch (error) {
    log.warn({ err: error }, 'a list could not be read ahead');
    return undefined;
  }
}

/**
 * The list that a console asks for while it signs in (`Prefer: also="/v1/...?page=1"; look="..."`, RFC 7240), which saves it a
 * round trip, and how it draws it. Undefined if it asks for none, if the new session may not read it, and if it is slow.
 */
export async function listWithSession(
  app: FastifyInstance,
  request: FastifyRequest,
  token: string,
): Promise<WrittenList | undefined> {
  const asked = /(?:^|,)\s*also="([^"]*)"(?:\s*;\s*look="([^"]*)")?/.exec(
    String(request.headers.prefer ?? ''),
  );
  const [, path = '', told] = asked ?? [];
  const page = await pageOf(app, request, { path, token, patience: SESSION_PATIENCE_MS });
  return page && { path, page, look: lookIn(textOf(told)) };
}

/** The console's route of a list, by the path of its request. */
export const routeOfList = (path: string): string | undefined => routes.get(path.replace(/\?.*/s, ''));

/** `/contact/` as `contact`, as in the console. */
export const routeOf = (path: string): string => path.replace(/^\/+|(?<!\/)\/+$/g, '');

/**
 * The list of the page of a request, as the browser asked for it last at this address: the console keeps `contact:/v1/...#{look}`
 * in the cookie `list` of each list's address. Undefined without it or without a session that may read it, and if it is slow.
 */
export async function listInPage(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<WrittenList | undefined> {
  const token = navigationToken(request);
  const [, resource, path, told] = /^([^:]+):([^#]*)#?(.*)$/s.exec(textOf(cookieOf(request, 'list'))) ?? [];
  // An address with a query is left to its list, which alone can read it.
  if (token === undefined || path === undefined || resource !== routeOf(request.url)) return undefined;
  const page = await pageOf(app, request, { path, token, patience: PAGE_PATIENCE_MS });
  return page && { path, page, look: lookIn(told) };
}

function lookIn(told = ''): WrittenList['look'] {
  try {
    const read = look.safeParse(JSON.parse(told)).data;
    return read && { told, read };
  } catch {
    return undefined;
  }
}

function textOf(encoded = ''): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}
