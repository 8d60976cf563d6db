/**
 * Has the list of the current address before the code that draws it has loaded: from the page, from the answer to signing in, or by
 * a request of its own.
 *
 * Gain: without it the first list costs the main thread 12 % more until its rows are there, because it is
 * drawn twice, and the request leaves only after the shell has loaded (docs/evidence/benchmarks.md has what the page and signing in
 * save). Nothing but speed breaks without it.
 */

import { canAccess } from '../core/access.ts';
import { askAhead, keepAhead } from '../core/ahead.ts';
import { dropPageData, originElsewhere, pageData } from '../core/config.ts';
import { entityNamed, sortOf } from '../core/entities.ts';
import { isObject } from '../core/errorTexts.ts';
import { http } from '../core/http.ts';
import { LIST, type ListAhead, tellList } from '../core/listAhead.ts';
import { isLookOf, likelyPrefix, lookOf, storePrefix } from '../core/look.ts';
import { listPath } from '../core/paths.ts';
import { routeOf } from '../core/route.ts';
import { getUser } from '../core/session.ts';
import { startDashboard } from './firstDashboard.ts';
import { whenIdle } from './whenIdle.ts';

type Address = Pick<URL, 'pathname' | 'search'>;

/** The key for the last request of a list, next to react-admin's own keys for its user. */
export const firstKey = (resource: string): string => `${resource}.first`;
const keyOf = (resource: string, prefix = storePrefix()): string => prefix + firstKey(resource);

function remembered(resource: string, prefix?: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(resource, prefix)) ?? undefined;
  } catch {
    return undefined;
  }
}

let told: { resource: string; path: string } | undefined;
const tell = () => told && tellList(told.resource, told.path);
// Columns may have been chosen since, or the window made narrower.
window.addEventListener('pagehide', tell);

/**
 * Stores what the list of the current address begins with at the next visit: in which order, page and size it was seen last. A list
 * inside another page is not noted.
 */
export function noteList(resource: string, path: string): void {
  if (routeOf(location.pathname) !== resource) return;
  try {
    localStorage.setItem(keyOf(resource), path);
  } catch {
    // Without storage the defaults are requested.
  }
  note(resource, path);
}

function note(resource: string, path: string): void {
  told = { resource, path };
  whenIdle(tell);
}

/** The list of an address, and its request with a list's defaults. An address with a query is left to its list, which alone can parse it. */
function listAt({ pathname, search }: Address): { resource: string; path: string } | undefined {
  const resource = routeOf(pathname);
  const entity = entityNamed(resource);
  if (!entity || search !== '') return undefined;
  return { resource, path: listPath(entity, { sort: sortOf(entity) }) };
}

/** A list as this page's own server has drawn it after signing in. */
export interface Drawing {
  html: string;
  css: string;
  /** For which look, as text. */
  look: string;
}

let drawing: (Drawing & { resource: string; path: string }) | undefined;

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * The list of an address that a server may answer while it signs in; `startList` then requests nothing. Nobody is signed in yet: as
 * this browser's only user so far has seen it last.
 */
export function listAhead(address: Address): ListAhead | undefined {
  const list = listAt(address);
  if (!list) return undefined;
  const { resource } = list;
  const prefix = likelyPrefix();
  const path = remembered(resource, prefix) ?? list.path;
  // Only the page's own server may give it markup.
  const look = originElsewhere() ? undefined : lookOf(resource, prefix);
  const told = look && JSON.stringify(look);
  return {
    prefer: `also="${path}"${told ? `; look="${encodeURIComponent(told)}"` : ''}`,
    take(page, drawn) {
      keepAhead(path, page);
      const { html, css } = isObject(drawn) ? drawn : {};
      if (told && isText(html) && isText(css)) drawing = { resource, path, look: told, html, css };
    },
  };
}

/** The drawing of an address's list that came with signing in, if this user's list begins with it; used once. */
export function takeDrawing(address: Address): Drawing | undefined {
  const found = drawing;
  drawing = undefined;
  const list = listAt(address);
  if (!found || found.resource !== list?.resource) return undefined;
  const { resource, path } = found;
  if ((remembered(resource) ?? list.path) !== path || !isLookOf(resource, found.look)) return undefined;
  note(resource, path);
  return found;
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
  if (written?.path === path) keepAhead(path, written.page);
  return askAhead(path, client);
}

/** Whether the page has a drawing of this address's list, for this user and as it is drawn here, so that React can continue with it. */
export function isDrawn({ pathname }: Address): boolean {
  const { drawn, look } = document.getElementById('root')?.dataset ?? {};
  return drawn !== undefined && drawn === getUser()?.uuid && isLookOf(routeOf(pathname), look);
}

/** Requests what the page at an address shows first: a list, or the dashboard. */
export const startFirst = (address: Address): Promise<unknown> =>
  routeOf(address.pathname) === '' ? startDashboard() : startList(address);
