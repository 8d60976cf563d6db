import Cookies from 'js-cookie';
import { originElsewhere } from './config.ts';
import { lookOf } from './look.ts';

/** The list that opens after signing in: a server may answer it with the session. */
export interface ListAhead {
  /** What asks for it: its path, and how this browser draws it. */
  prefer: string;
  /** The answer, and its drawing if the server has made one. */
  take(page: unknown, drawn: unknown): void;
}

/** The page's element for its list, and the cookie of the list's address by which the server finds what to write there. */
export const LIST = 'list';
const DAYS = 30;
/** Characters. Browsers keep 4,096, and a longer cookie costs more than it gains. */
const LONGEST = 1500;

/** What a search or a filter looks for, such as a phone number, does not stay in a cookie. */
const PLAIN = /^[^?]+\?page=\d+&page_size=\d+(&ordering=[\w-]+)?$/;

/** The cookie of a list that begins with this request: `contact:/v1/...#{"preferences":...}`, with the look if there is one. */
function cookieFor(resource: string, path: string): string | undefined {
  if (!PLAIN.test(path)) return undefined;
  const look = lookOf(resource);
  const whole = `${resource}:${path}#${look ? JSON.stringify(look) : ''}`;
  return whole.length > LONGEST ? `${resource}:${path}#` : whole;
}

/**
 * Tells the page's own server which request a list begins with and how it is drawn here, so that the next page may contain both the
 * answer and its drawing.
 */
export function tellList(resource: string, path: string): void {
  if (originElsewhere()) return;
  const value = cookieFor(resource, path);
  // Reading is cheap, but after a write the browser asks its other process for the cookies again.
  if (Cookies.get(LIST) === value) return;
  const place = { path: `/${resource}` };
  if (value === undefined) Cookies.remove(LIST, place);
  else
    Cookies.set(LIST, value, {
      ...place,
      expires: DAYS,
      sameSite: 'Lax',
      secure: location.protocol === 'https:',
    });
}
