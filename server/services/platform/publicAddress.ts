/** The configured addresses of the API and the console. */
interface Addresses {
  API_URL?: string | undefined;
  PUBLIC_URL?: string | undefined;
}

/**
 * The base of links in responses, without a trailing slash: the API's own address (API_URL), otherwise the console's
 * (PUBLIC_URL), which it then shares; empty if neither is set, so that links have no host. Never taken from a request:
 * clients control Host and X-Forwarded-Host, and a link to an attacker's host would leak tokens.
 */
export const linkBase = ({ API_URL, PUBLIC_URL }: Addresses): string =>
  (API_URL || (PUBLIC_URL ? new URL(PUBLIC_URL).origin : '')).replace(/\/+$/, '');
