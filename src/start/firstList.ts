/**
 * Has the list of the current address before the code that draws it has loaded: from the page, from the answer to signing in, or by
 * a request of its own.
 *
 * Gain: without it the first list costs the main thread 12 % more until its rows are there, because it is
 * drawn twice, and the request leaves only after the shell has loaded (docs/evidence/benchmarks.md has what the page and signing in
 * save). Nothing but speed breaks without it.
 */

import { canAccess } from '../core/access.ts';
import { takeArrived } from '../core/ahead.ts';
import { dropPageData, pageData } from '../core/config.ts';
import { entityNamed, sortOf } from '../core/entities.ts';
import { http } from '../core/http.ts';
import { LIST, type ListAhead, tellList } from '../core/listAhead.ts';
import { isLookOf, storePrefix } from '../core/look.ts';
import { listPath } from '../core/paths.ts';
import { routeOf } from '../core/route.ts';
import { getUser } from '../core/session.ts';
import { startDashboard } from './firstDashboard.ts';
import { whenIdle } from './whenIdle.ts';

/** Milliseconds after which an unused answer is too old to be shown. */
const FRESH = 15_000;

type Address = Pick<URL, 'pathname' | 'search'>;

interface Started {
  resource: string;
  path: string;
  at: number;
  answer: Promise<unknown>;
  /** The answer, once it has arrived. */
  page?: unknown;
}
let started: Started | undefined;

/** The key for the last request of a list, next to react-admin's own keys for its user. */
export const firstKey = (resource: string): string => `${resource}.first`;
const keyOf = (resource: string): string => storePrefix() + firstKey(resource);

function remembered(resource: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(resource)) ?? undefined;
  } catch {
    return undefined;
  }
}

let told: { resource: string; path: string } | undefined;
const tell = () => told && tellList(told.resource, told.path);
// Columns may have been chosen since, or the window made narrower.
window.addEventListener('pagehide', tell);

/** Stores what the list begins with at the next visit: in which order, page and size it was seen last. */
export function noteList(resource: string, path: string): void {
  try {
    localStorage.setItem(keyOf(resource), path);
  } catch {
    // Without storage the defaults are requested.
  }
  told = { resource, path };
  whenIdle(tell);
}

/** Keeps an answer that came with something else. */
function keep(resource: string, path: string, page: unknown): void {
  started = { resource, path, at: performance.now(), answer: Promise.resolve(page), page };
}

/** The list of an address, and its request with a list's defaults. An address with a query is left to its list, which alone can parse it. */
function listAt({ pathname, search }: Address): Pick<Started, 'resource' | 'path'> | undefined {
  const resource = routeOf(pathname);
  const entity = entityNamed(resource);
  if (!entity || search !== '') return undefined;
  return { resource, path: listPath(entity, { sort: sortOf(entity) }) };
}

/** The list of an address that a server may answer while it signs in; `startList` then requests nothing. */
export function listAhead(address: Address): ListAhead | undefined {
  const list = listAt(address);
  return list && { path: list.path, take: (page) => keep(list.resource, list.path, page) };
}

/**
 * Requests the list of the current address while the console's code is still loading, unless its answer has come already: with the
 * parameters that it used last time, otherwise with a list's defaults. Nothing is requested that the stored user may not read: if no user is
 * stored, wait for the profile first. Resolves with the answer when it has arrived or failed; at once if
 * nothing is requested.
 */
export async function startList(address: Address, client = http): Promise<unknown> {
  const list = listAt(address);
  if (!list || !canAccess(list.resource)) return undefined;
  const { resource } = list;
  const path = remembered(resource) ?? list.path;
  const written = pageData(LIST) as { path?: unknown; page?: unknown } | null | undefined;
  dropPageData(LIST);
  if (written?.path === path) keep(resource, path, written.page);
  if (started?.resource === resource && started.page !== undefined && isFor(started, path))
    return started.page;
  const answer = client.json(path);
  const request: Started = { resource, path, at: performance.now(), answer };
  started = request;
  // The caller receives a failure, except a refusal that may no longer apply: the second factor may be set up
  // now.
  request.page = await answer.catch((error: { status?: number }) => {
    if (error.status === 403 && started === request) started = undefined;
  });
  return request.page;
}

const isFor = (found: Started, path: string): boolean =>
  found.path === path && performance.now() - found.at < FRESH;

/** The answer to a list's request that was started early; used once. */
export function consumeList<T>(resource: string, path: string): Promise<T> | undefined {
  const found = started;
  if (found?.resource !== resource) return undefined;
  started = undefined;
  noteList(resource, path);
  return isFor(found, path) ? (found.answer as Promise<T>) : undefined;
}

/** Whether the server has drawn the list of the address into the page as it is drawn here, so that React can continue with it. */
export function isDrawn({ pathname }: Address): boolean {
  const { drawn, look } = document.getElementById('root')?.dataset ?? {};
  return drawn !== undefined && drawn === getUser()?.uuid && isLookOf(routeOf(pathname), look);
}

/** The same as `consumeList` for callers that cannot wait: the answer if it has already arrived. */
export function consumePage<T>(resource: string, path: string): T | undefined {
  const found = started;
  if (found?.resource !== resource || found.page === undefined || !isFor(found, path))
    return takeArrived(path) as T | undefined;
  consumeList(resource, path);
  return found.page as T;
}

/** Requests what the page at an address shows first: a list, or the dashboard. */
export const startFirst = (address: Address): Promise<unknown> =>
  routeOf(address.pathname) === '' ? startDashboard() : startList(address);
