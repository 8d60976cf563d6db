/**
 * The list that stands at an address is asked for before the code that draws it has come.
 *
 * Gain: without it the first list costs the main thread 12 % more until its rows are there, because it is drawn twice, and the
 * request leaves only after the shell has come. Nothing but speed breaks without it.
 */

import { mayDo } from '../core/access.ts';
import { entityNamed, sortOf } from '../core/entities.ts';
import { http } from '../core/http.ts';
import { listPath } from '../core/paths.ts';
import { routeOf } from '../core/route.ts';
import { getUser } from '../core/session.ts';

/** Milliseconds after which an answer that nobody took is too old to be shown. */
const FRESH = 15_000;

interface Started {
  resource: string;
  path: string;
  at: number;
  answer: Promise<unknown>;
  /** The answer, once it is here. */
  page?: unknown;
}
let started: Started | undefined;

/** Where this browser keeps what a user's list asked for first, beside what react-admin keeps for them. */
const keyOf = (resource: string): string => `RaStore${getUser()?.uuid ?? ''}.${resource}.first`;

function remembered(resource: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(resource)) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Asks for the list that stands at an address while the console's code is still on its way: for what it asked for last
 * time, else for what a list asks for at first. An address with a query is left to its list, which alone can read it.
 * What the stored user may not read is not asked for: wait for the profile where nobody is stored. Resolves when the answer
 * is here, or has failed; at once where nothing is asked for.
 */
export async function startList(
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  client = http,
): Promise<void> {
  const resource = routeOf(pathname);
  const entity = entityNamed(resource);
  if (!entity || search !== '' || !mayDo(resource)) return;
  const path = remembered(resource) ?? listPath(entity, { sort: sortOf(entity) });
  const answer = client.json(path);
  const asked: Started = { resource, path, at: performance.now(), answer };
  started = asked;
  // Who takes it hears of a failure, but of no refusal that may be over by then: the second factor may be set up now.
  asked.page = await answer.catch((error: { status?: number }) => {
    if (error.status === 403 && started === asked) started = undefined;
  });
}

const isFor = (found: Started, path: string): boolean =>
  found.path === path && performance.now() - found.at < FRESH;

/**
 * The answer to a list's request, if it was started before; once. What the list of the address asks for first is
 * remembered for the next time.
 */
export function takeList<T>(resource: string, path: string): Promise<T> | undefined {
  const found = started;
  if (found?.resource !== resource) return undefined;
  started = undefined;
  try {
    localStorage.setItem(keyOf(resource), path);
  } catch {
    // Without storage it is asked for as at first.
  }
  return isFor(found, path) ? (found.answer as Promise<T>) : undefined;
}

/** The same for who cannot wait: what was answered, if it is here already. */
export function takePage<T>(resource: string, path: string): T | undefined {
  const found = started;
  if (found?.resource !== resource || found.page === undefined || !isFor(found, path)) return undefined;
  takeList(resource, path);
  return found.page as T;
}
