import { isIP } from 'node:net';

/** Where a session was started from, as far as known, so that its owner can recognise it. */
export interface Origin {
  ip?: string | undefined;
  /** The User-Agent header as received. */
  userAgent?: string | undefined;
  /** The request's id in the server's log. */
  requestId?: string | undefined;
  /** The browser's mark from an earlier sign-in; it grants nothing. */
  device?: string | undefined;
}

/** Normalises an address from a proxy's header or the socket; null if it is not one. */
export function addressOf(ip: string | undefined): string | null {
  const address = ip?.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '') ?? '';
  return isIP(address) ? address : null;
}
