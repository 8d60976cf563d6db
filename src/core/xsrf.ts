import Cookies from 'js-cookie';

/** What every server can read in a header. Decoded, a cookie may be anything. */
const SENDABLE = /^[\x21-\x7e]+$/;

/**
 * Another application on a parent domain may have set the cookie, in its own way. An empty one is passed over, so that the
 * server's own counts. One that cannot be decoded, or not be sent decoded, is sent as it is.
 */
const cookies = Cookies.withConverter({
  read(value, name) {
    if (!value) throw new Error('empty');
    try {
      const decoded = Cookies.converter.read(value, name);
      return SENDABLE.test(decoded) ? decoded : value;
    } catch {
      return value;
    }
  },
});

/** The value of the page's XSRF cookie, which its own server wants back in a header with every change. */
export const xsrfToken = (): string | undefined => cookies.get('XSRF-TOKEN');
