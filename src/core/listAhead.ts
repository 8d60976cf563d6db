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

/** Tells the page's own server which request a list begins with, so that the next page may contain the answer. */
export function tellPath(resource: string, path: string): void {
  const value = `${resource}:${path}`;
  // Reading is cheap, but after a write the browser asks its other process for the cookies again.
  if (originElsewhere() || Cookies.get(LIST) === value) return;
  Cookies.set(LIST, value, {
    path: `/${resource}`,
    expires: DAYS,
    sameSite: 'Lax',
    secure: location.protocol === 'https:',
  });
}
