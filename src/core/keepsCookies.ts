import Cookies from 'js-cookie';

/**
 * Whether the browser keeps cookies, of which the session is one. In Chromium `navigator.cookieEnabled` is true even where they
 * are blocked.
 */
export function keepsCookies(): boolean {
  Cookies.set('kept', '1');
  const isKept = Cookies.get('kept') !== undefined;
  Cookies.remove('kept');
  return isKept;
}
