import type { Look } from '#schema/rendering.ts';
import { isObject } from './errorTexts.ts';
import { DARK, PREFERENCES } from './preferences.ts';
import { scrollKey } from './route.ts';
import { getUser, ownerOf } from './session.ts';

/** Lists show rows of two lines, as in CSS. */
export const PHONE = '(width < 37.5em)';
const MEDIA: readonly string[] = [PHONE, DARK];

/** The prefix of react-admin's storage keys for a user. */
export const storePrefix = (owner = ownerOf(getUser())): string => `RaStore${owner}.`;

/** The prefix of whoever signs in, as far as a browser can tell: of its only user so far, or of a new one. */
export function likelyPrefix(): string {
  try {
    const owners = Object.keys(localStorage).map((key) => /^RaStore[^.]+\./.exec(key)?.[0]);
    const [only, ...others] = new Set(owners.filter((owner) => owner !== undefined));
    return only !== undefined && others.length === 0 ? only : storePrefix();
  } catch {
    return storePrefix();
  }
}

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Pixels: a phone's address bar comes and goes, and mostly does not make another look. */
const STEP = 120;
/** The window's height, in steps. */
export const windowHeight = (): number => Math.ceil(window.innerHeight / STEP) * STEP;

const paramsKey = (resource: string): string => `${resource}.listParams`;
const keysOf = (resource: string): string[] => [
  'lists.density',
  ...['hiddenColumns', 'columnOrder', 'perPage'].map((name) => `${resource}.${name}`),
  paramsKey(resource),
  scrollKey(resource),
];

/** Whether a list was left with a search or a filter, such as for a phone number. */
function isFiltered(params: string | null): boolean {
  const filter: unknown = JSON.parse(params ?? '{}').filter;
  return isObject(filter) && Object.keys(filter).length > 0;
}

/**
 * The look of a list, for this user or for whose entries begin so; undefined without storage, and for a list that was left with a
 * search, which is nobody else's to know.
 */
export function lookOf(resource: string, prefix = storePrefix()): Look | undefined {
  try {
    const stored = keysOf(resource)
      .map((key) => [key, localStorage.getItem(prefix + key)] as const)
      .filter((entry): entry is readonly [string, string] => entry[1] !== null);
    const store = Object.fromEntries(stored);
    if (isFiltered(store[paramsKey(resource)] ?? null)) return undefined;
    return {
      preferences: localStorage.getItem(PREFERENCES) ?? '{}',
      media: MEDIA.filter((query) => globalThis.matchMedia?.(query).matches),
      isMac: isMac(),
      height: windowHeight(),
      store,
    };
  } catch {
    return undefined;
  }
}

/** Whether a list is drawn here as with this look, as text. */
export function isLookOf(resource: string, told: string | undefined): boolean {
  const look = lookOf(resource);
  return look !== undefined && JSON.stringify(look) === told;
}
