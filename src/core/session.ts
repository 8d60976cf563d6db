import Cookies from 'js-cookie';
import { isStaff } from '#schema/isStaff.ts';
import { calendarYears } from './calendarYears.ts';
import { pageData } from './config.ts';
import type { User } from './readProfile.ts';

/** Life of the cookie in seconds. Typed as the contract's constant, whose module would bring zod along. */
const TOKEN_SECONDS: typeof import('#schema/user.ts').TOKEN_SECONDS = 72_000;
const USER = 'user';
/**
 * The cookie that keeps the own token of a member of staff who is signed in as a customer. A cookie with the
 * attributes of the other one: it is there in every tab, as that one is, and gone as soon, whether they return or
 * sign out; sessionStorage would leave a second tab without a way back, and localStorage would never expire.
 */
const OWN = 'own_token';
/** Says before the profile is known that staff are signed in: their texts are fetched with the page. */
const STAFF = 'staff';
/** Written when this browser changes who it is signed in as: its other tabs hear of it. */
const SWITCHED = 'switched';
/** What the keys of kept drafts start with. */
export const DRAFT = 'draft:';

export type { User };

export const getToken = (): string | undefined => Cookies.get('token') || undefined;

const keepStaff = (staff: boolean): void => {
  if (staff) Cookies.set(STAFF, '1', { path: '/', sameSite: 'Lax' });
  else Cookies.remove(STAFF, { path: '/' });
};

/** Whether staff are signed in here: known by the user, before there is one by what the last page left. */
export const isStaffHere = (): boolean => {
  const user = getUser();
  return user ? isStaff(user.role) : Cookies.get(STAFF) !== undefined;
};

/**
 * Whether the texts of staff's pages are read here: by staff, and by whom their pair opens the one of those pages that the
 * specification gives to any role.
 */
export const readsStaffTexts = (user = getUser()): boolean =>
  user
    ? isStaff(user.role) || user.ui_permissions.some(([name]) => name === 'user-list')
    : Cookies.get(STAFF) !== undefined;

/** Starts a session: the former user's profile goes, the token is kept for 20 hours. */
export function startSession(token: string): void {
  setUser(null);
  Cookies.remove(OWN, { path: '/' });
  keepToken('token', token);
}

const keepToken = (name: string, token: string): void => {
  Cookies.set(name, token, {
    expires: new Date(Date.now() + TOKEN_SECONDS * 1000),
    path: '/',
    sameSite: 'Lax',
    secure: location.protocol === 'https:',
  });
};

/** Where staff go on who return from a session as a customer: the customer's own page. */
export const ownPath = (): string => {
  const customer = getUser()?.uuid;
  return customer ? `/users/${customer}/show` : '/users';
};

/**
 * Goes on as a customer, with the own token kept for the way back. Load a whole page after it: nothing that one
 * of the two has seen or typed may be left for the other.
 */
export function startActing(token: string): void {
  const own = getToken();
  if (own) keepToken(OWN, own);
  forgetIdentity();
  keepStaff(false);
  keepToken('token', token);
  tellTabs();
}

/** Takes the own token back. Load a whole page after it. Answers false when there was none. */
export function stopActing(): boolean {
  const own = Cookies.get(OWN);
  if (!own) return false;
  Cookies.remove(OWN, { path: '/' });
  const customer = getUser()?.uuid;
  forgetIdentity();
  // react-admin keeps columns and page sizes for each user: those of the customer are not staff's to keep.
  const isTheirs = (key: string) => customer !== undefined && key.startsWith(`RaStore${customer}`);
  for (const key of Object.keys(localStorage)) if (isTheirs(key)) localStorage.removeItem(key);
  keepStaff(true);
  keepToken('token', own);
  tellTabs();
  return true;
}

/** The user in memory stays until the page is left, as forms and pages would else close before it. */
function forgetIdentity(): void {
  localStorage.removeItem(USER);
  dropDrafts();
}

function tellTabs(): void {
  try {
    localStorage.setItem(SWITCHED, String(Date.now()));
  } catch {
    // Without storage there is no way to tell them.
  }
}

// Another tab of a signed-in browser would go on as the one, with the other's name at the top.
window.addEventListener('storage', ({ key }) => {
  if (key !== SWITCHED || !current) return;
  leaveFreely();
  location.reload();
});

/**
 * Ends the session in this browser. For a session that broke, drafts stay, and so does the user in memory
 * until the page is left: forms that closed now would take their drafts along.
 */
export function endSession({ keepDrafts = false } = {}): void {
  Cookies.remove('token', { path: '/' });
  Cookies.remove(OWN, { path: '/' });
  if (keepDrafts) {
    localStorage.removeItem(USER);
    return;
  }
  setUser(null);
  dropDrafts();
}

function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT)) sessionStorage.removeItem(key);
}

function asUser(value: unknown): User | null {
  const user = value as Partial<User> | null | undefined;
  return user && typeof user === 'object' && Array.isArray(user.ui_permissions) ? (user as User) : null;
}

function stored(): User | null {
  try {
    return asUser(JSON.parse(localStorage.getItem(USER) ?? 'null'));
  } catch {
    return null;
  }
}

let current: User | null | undefined;
const listeners = new Set<() => void>();

/** The signed-in user: the stored one, or when that is empty the one that the server put into the page. */
export function getUser(): User | null {
  if (current === undefined) {
    current = stored() ?? asUser(pageData('user'));
    calendarYears.set(current?.calendar_years);
  }
  return current;
}

/** Replaces the stored user and tells the subscribers; null empties it. */
export function setUser(user: User | null): void {
  // The same again is no change: nothing that shows the user is drawn anew.
  const text = user && JSON.stringify(user);
  // A balance that could not be read (NaN) is null in storage.
  if (!current || text !== JSON.stringify(current) || user?.wallet?.balance !== current.wallet?.balance)
    current = user ?? undefined;
  calendarYears.set(current?.calendar_years);
  keepStaff(user !== null && isStaff(user.role));
  try {
    if (text) localStorage.setItem(USER, text);
    else localStorage.removeItem(USER);
  } catch {
    // Without storage the user lives in memory alone.
  }
  for (const listener of listeners) listener();
}

export function onUser(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Pages for who is not signed in: nobody is led back to one. */
const PUBLIC = /^\/(login|register|forgot-password|reset-password|not-me|confirm-address)(\/|$)/;

/** Same-origin paths only: an address from a link must not lead to another site. */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith('/')) return '/';
  try {
    const url = new URL(next, location.origin);
    if (url.origin !== location.origin || PUBLIC.test(url.pathname)) return '/';
    return url.pathname + url.search + url.hash;
  } catch {
    return '/';
  }
}

/** The sign-in page's address that leads back to where the browser is now. */
export function loginPath(): string {
  const here = safeNext(location.pathname + location.search);
  return here === '/' ? '/login' : `/login?next=${encodeURIComponent(here)}`;
}

let leaving = false;
let destination: string | undefined;
// A page that comes back from the browser's cache goes on where it was.
window.addEventListener('pageshow', () => {
  leaving = false;
  destination = undefined;
});
// Browsers ask the window's listeners in the order they came: this one has to be the first.
window.addEventListener('beforeunload', (event) => {
  if (leaving) event.stopImmediatePropagation();
});

/** Says that the page is about to be left on purpose: forms must not hold it up, their drafts are kept. */
export function leaveFreely(): void {
  leaving = true;
}

/** Goes to another address by a whole page load, begun once however often it is asked for; forms do not hold it up. */
export function leaveTo(path: string): void {
  leaveFreely();
  if (path === destination) return;
  destination = path;
  location.assign(path);
}
