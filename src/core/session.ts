import Cookies from 'js-cookie';
import { isStaff } from '#schema/isStaff.ts';
import { calendarYears } from './calendarYears.ts';
import { dropPageData, pageData } from './config.ts';
import type { User } from './readProfile.ts';
import { dropToken, getToken, keepToken } from './token.ts';
import { tryStorage } from './tryStorage.ts';

/** The stored user's key, and the id of the page's element for the user. */
export const USER = 'user';
/**
 * The cookie that keeps the token of a staff member who is signed in as a customer. It has the attributes of
 * the session cookie: every tab has it, and it ends at the same time, on returning or signing out.
 * sessionStorage would leave a second tab without a way back, and localStorage would never expire.
 */
const OWN = 'own_token';
/** Known before the profile: staff are signed in. */
const STAFF = 'staff';
/** Written when this browser changes its user, so that its other tabs notice. */
const SWITCHED = 'switched';
/** How the session of this tab ended, until its user signs in again: '' by itself, CHOSEN, or FOREIGN. */
const ENDED = 'ended';
const CHOSEN = 'chosen';
/** There was none: the token that the API refused belongs to another application. */
const FOREIGN = 'foreign';
/** Prefix of the keys of stored drafts. */
export const DRAFT = 'draft:';

export type { User };
export { getToken };

const keepStaff = (staff: boolean): void => {
  // Reading is cheap, but after a write the browser asks its other process for the cookies again.
  if (staff === (Cookies.get(STAFF) !== undefined)) return;
  if (staff) Cookies.set(STAFF, '1', { path: '/', sameSite: 'Lax' });
  else Cookies.remove(STAFF, { path: '/' });
};

/** Whether staff are signed in here: by the user, or before there is one by what the last page stored. */
export const isStaffHere = (): boolean => {
  const user = getUser();
  return user ? isStaff(user.role) : Cookies.get(STAFF) !== undefined;
};

/** Starts a session: removes the former user's profile and keeps the token for 20 hours. */
export function startSession(token: string): void {
  setUser(null);
  rememberEnd(null);
  Cookies.remove(OWN, { path: '/' });
  keepToken('token', token);
}

/** The page that staff return to from a session as a customer: the customer's own page. */
export const ownPath = (): string => {
  const customer = getUser()?.uuid;
  return customer ? `/users/${customer}/show` : '/users';
};

/**
 * Switches to a customer's session and keeps the own token for the way back. Load a whole page afterwards:
 * nothing that one user saw or typed may remain for the other.
 */
export function startActing(token: string): void {
  const own = getToken();
  if (own) keepToken(OWN, own);
  forgetIdentity();
  keepStaff(false);
  keepToken('token', token);
  tellTabs();
}

/** Restores the own token. Load a whole page afterwards. Returns false if there was none. */
export function stopActing(): boolean {
  const own = Cookies.get(OWN);
  if (!own) return false;
  Cookies.remove(OWN, { path: '/' });
  const customer = ownerOf(getUser());
  forgetIdentity();
  // react-admin stores columns and page sizes per user: the customer's must not become the staff member's.
  const isTheirs = (key: string) => customer !== '' && key.startsWith(`RaStore${customer}`);
  tryStorage(() => {
    for (const key of Object.keys(localStorage)) if (isTheirs(key)) localStorage.removeItem(key);
  });
  keepStaff(true);
  keepToken('token', own);
  tellTabs();
  return true;
}

/** The user stays in memory until the page is left; otherwise forms and pages would close first. */
function forgetIdentity(): void {
  keepUser(null);
  dropDrafts();
}

/** Without storage the user is only kept in memory. */
function keepUser(text: string | null): void {
  tryStorage(() => (text ? localStorage.setItem(USER, text) : localStorage.removeItem(USER)));
}

/** Without storage other tabs cannot be told. */
function tellTabs(): void {
  tryStorage(() => localStorage.setItem(SWITCHED, String(Date.now())));
}

/**
 * Follows this browser's other tabs, which share the session. Otherwise this one would show a user who has signed out, or act
 * with the token of the next user under the name of this one.
 */
function followTabs(key?: string | null): void {
  // On its way to another address already, which a reload of this one would take back.
  if (destination !== undefined) return;
  if (!current || PUBLIC.test(location.pathname)) return;
  if (!getToken()) {
    endSession({ keepDrafts: true });
    leaveTo(loginPath());
  } else if (key === SWITCHED || ownerOf(stored() ?? current) !== ownerOf(current)) {
    allowLeaving();
    location.reload();
  }
}
window.addEventListener('storage', ({ key }) => {
  if (key === SWITCHED || key === USER) followTabs(key);
});

/**
 * Marks that the user is signing out. A page behind may still ask with the token, or come back from the browser's cache: it must
 * not say that the session has ended.
 */
export const endByChoice = (): void => rememberEnd(CHOSEN);

/**
 * Ends the session in this browser. If the session broke, drafts stay, and the user stays in memory until the
 * page is left: forms that close now would delete their drafts.
 */
export function endSession({ keepDrafts = false } = {}): void {
  const isForeign = dropToken();
  Cookies.remove(OWN, { path: '/' });
  if (keepDrafts && howEnded() !== CHOSEN) {
    keepUser(null);
    rememberEnd(isForeign || isForeignHere() ? FOREIGN : '');
    return;
  }
  setUser(null);
  rememberEnd(CHOSEN);
  dropDrafts();
}

/** Whether the sign-in page is here because a session ended by itself: signed out elsewhere, timed out, a new password. */
export const hasEnded = (): boolean => howEnded() === '';
/** Whether it is here because the token in this browser belongs to another application. */
export const isForeignHere = (): boolean => howEnded() === FOREIGN;

const howEnded = (): string | null => tryStorage(() => sessionStorage.getItem(ENDED)) ?? null;

/** Without storage the sign-in page does not say it. */
function rememberEnd(how: string | null): void {
  tryStorage(() => (how === null ? sessionStorage.removeItem(ENDED) : sessionStorage.setItem(ENDED, how)));
}

function dropDrafts(): void {
  tryStorage(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT)) sessionStorage.removeItem(key);
  });
}

function asUser(value: unknown): User | null {
  const user = value as Partial<User> | null | undefined;
  return user && typeof user === 'object' && Array.isArray(user.ui_permissions) ? (user as User) : null;
}

const stored = (): User | null =>
  tryStorage(() => asUser(JSON.parse(localStorage.getItem(USER) ?? 'null'))) ?? null;

let current: User | null | undefined;
const listeners = new Set<() => void>();

/** The signed-in user: the stored one, otherwise the one that the server wrote into the page. */
export function getUser(): User | null {
  if (current === undefined) {
    current = stored() ?? asUser(pageData(USER));
    calendarYears.set(current?.calendar_years);
  }
  return current;
}

/** Replaces the stored user and notifies the subscribers; null removes it. */
export function setUser(user: User | null): void {
  // Another tab may have signed in.
  if (user) rememberEnd(null);
  // An equal user is no change, so nothing that shows the user is drawn again.
  const text = user && JSON.stringify(user);
  // A balance that could not be read (NaN) is stored as null.
  if (!current || text !== JSON.stringify(current) || user?.wallet?.balance !== current.wallet?.balance)
    current = user ?? undefined;
  // It belongs to the session that has ended.
  if (!user) dropPageData(USER);
  calendarYears.set(current?.calendar_years);
  keepStaff(user !== null && isStaff(user.role));
  keepUser(text);
  for (const listener of listeners) listener();
}

/**
 * What this browser's data of a user is kept under: the id, or what else tells users apart if the API has none. '' if nothing
 * does.
 */
export const ownerOf = (user: User | null): string => user?.uuid || user?.email || user?.name || '';

export function onUser(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Pages for people who are not signed in; signing in never leads back to one. */
const PUBLIC = /^\/(login|register|forgot-password|reset-password|not-me|confirm-address)(\/|$)/;

/** Same-origin paths only: an address in a link must not lead to another site. */
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

/** The address of the sign-in page that leads back to the current address. */
export function loginPath(): string {
  const here = safeNext(location.pathname + location.search);
  return here === '/' ? '/login' : `/login?next=${encodeURIComponent(here)}`;
}

let leaving = false;
let destination: string | undefined;
// A page that returns from the browser's cache continues where it was.
window.addEventListener('pageshow', ({ persisted }) => {
  leaving = false;
  destination = undefined;
  // It was told nothing while it was in the cache.
  if (persisted) followTabs();
});
// Browsers call the window's listeners in the order they were added, so this one must be the first.
window.addEventListener('beforeunload', (event) => {
  if (leaving) event.stopImmediatePropagation();
});

let finish = async (): Promise<void> => {};

/** Registers what carries out the deletions that can still be undone, and resolves when the server has answered. */
export const finishBy = (how: typeof finish): void => {
  finish = how;
};

/** Carries them out, before a session ends. */
export const finishDeletions = (): Promise<void> => finish();

/** Marks that the page is left on purpose: forms must not block it, and their drafts are kept. What can be undone is done. */
export function allowLeaving(): void {
  void finish();
  leaving = true;
}

/** Opens another address with a whole page load, only once even if called again; forms do not block it. */
export function leaveTo(path: string): void {
  allowLeaving();
  if (path === destination) return;
  destination = path;
  location.assign(path);
}

/** Ends what the server has refused, and asks to sign in. */
export function signInAgain(): void {
  const login = loginPath();
  const own = `${ownPath()}?ended`;
  // The customer ended the session as a customer, or its hour is over: the staff member's own session
  // continues.
  const isBack = stopActing();
  if (!isBack) endSession({ keepDrafts: true });
  leaveTo(isBack ? own : login);
}
