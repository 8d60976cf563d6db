import Cookies from 'js-cookie';

/**
 * Lifetime of the cookie in seconds. Typed as the contract's constant, because importing it would also load
 * zod.
 */
const TOKEN_SECONDS: typeof import('#schema/user.ts').TOKEN_SECONDS = 72_000;
/**
 * The tokens in this browser that belong to another application, such as one on the parent domain. Their cookies have the
 * same name, and this page cannot remove them.
 */
const FOREIGN = 'foreign_tokens';

function read(value: string): string {
  try {
    return Cookies.converter.read(value, 'token');
  } catch {
    return '';
  }
}

/** The values of all cookies of this name, in the browser's order: those of longer paths first, then the oldest. */
const tokens = (): string[] =>
  document.cookie
    .split('; ')
    .filter((cookie) => cookie.startsWith('token='))
    .map((cookie) => read(cookie.slice('token='.length)))
    .filter(Boolean);

function foreign(): string[] {
  try {
    return JSON.parse(localStorage.getItem(FOREIGN) ?? '[]');
  } catch {
    return [];
  }
}

/** The session's token; undefined if nobody is signed in. */
export function getToken(): string | undefined {
  const found = tokens();
  const ignored = found.length > 0 ? foreign() : [];
  return found.find((token) => !ignored.includes(token));
}

/** From now on ignores all tokens but this one. */
function ignoreOthers(own?: string): void {
  const others = tokens().filter((token) => token !== own);
  try {
    if (others.length > 0) localStorage.setItem(FOREIGN, JSON.stringify(others));
    else localStorage.removeItem(FOREIGN);
  } catch {
    // Without storage requests are sent with a foreign token again.
  }
}

/** Keeps a token for 20 hours in the cookie of this name. */
export function keepToken(name: string, token: string): void {
  Cookies.set(name, token, {
    expires: new Date(Date.now() + TOKEN_SECONDS * 1000),
    path: '/',
    sameSite: 'Lax',
    secure: location.protocol === 'https:',
  });
  if (name === 'token') ignoreOthers(token);
}

/** Removes the session's token. Returns whether it belongs to another application; it is then ignored from now on. */
export function dropToken(): boolean {
  const used = getToken();
  Cookies.remove('token', { path: '/' });
  ignoreOthers();
  return used !== undefined && tokens().includes(used);
}
