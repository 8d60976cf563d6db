import Cookies from 'js-cookie';
import { originElsewhere } from './config.ts';

/** The list that opens after signing in: a server may answer it with the session. */
export interface ListAhead {
  path: string;
  take(page: unknown): void;
}

/** The page's element for its list, and the cookie of the list's address by which the server finds what to write there. */
export const LIST = 'list';
const DAYS = 30;

/** What a search or a filter looks for, such as a phone number, does not stay in a cookie. */
const PLAIN = /^[^?]+\?page=\d+&page_size=\d+(&ordering=[\w-]+)?$/;

/** Tells the page's own server which request a list begins with, so that the next page may contain the answer. */
export function tellPath(resource: string, path: string): void {
  const value = PLAIN.test(path) ? `${resource}:${path}` : undefined;
  // Reading is cheap, but after a write the browser asks its other process for the cookies again.
  if (originElsewhere() || Cookies.get(LIST) === value) return;
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
