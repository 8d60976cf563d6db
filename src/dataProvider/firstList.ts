import { mayDo } from '../access.ts';
import { getUser } from '../authProvider/session.ts';
import { entityNamed, sortOf } from '../entities.ts';
import { http } from '../http.ts';
import { routeOf } from '../route.ts';
import { listPath } from './paths.ts';

/** Milliseconds after which an answer that nobody took is too old to be shown. */
const FRESH = 15_000;

let started: { resource: string; path: string; at: number; answer: Promise<unknown> } | undefined;

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
 */
export function startList({ pathname, search }: Pick<URL, 'pathname' | 'search'>, client = http): void {
  const resource = routeOf(pathname);
  const entity = entityNamed(resource);
  // Of who is just signing in, nothing is known yet: the server knows.
  if (!entity || search !== '' || (getUser() && !mayDo(resource))) return;
  const path = remembered(resource) ?? listPath(entity, { sort: sortOf(entity) });
  const answer = client.json(path);
  // Who takes it hears of a failure.
  answer.catch(() => undefined);
  started = { resource, path, at: performance.now(), answer };
}

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
  return found.path === path && performance.now() - found.at < FRESH
    ? (found.answer as Promise<T>)
    : undefined;
}
