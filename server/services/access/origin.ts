import { isIP } from 'node:net';

/** Where a session was started from, as far as the server can tell; its owner recognises it by them. */
export interface Origin {
  ip?: string | undefined;
  /** The User-Agent header as it came. */
  userAgent?: string | undefined;
  /** The request's id in the server's log. */
  requestId?: string | undefined;
  /** What the browser was given when somebody signed in with it; it opens nothing. */
  device?: string | undefined;
}

/** An address as people know it, of what a proxy's header or the socket says; null for what is none. */
export function addressOf(ip: string | undefined): string | null {
  const address = ip?.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '') ?? '';
  return isIP(address) ? address : null;
}
