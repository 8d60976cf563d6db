/** Where the API and the console are, as they are configured. */
interface Addresses {
  API_URL?: string | undefined;
  PUBLIC_URL?: string | undefined;
}

/**
 * What links in answers start with, without a last slash: the API's own address where it has one (API_URL), else the
 * console's (PUBLIC_URL), which it then shares; empty where neither is set, so that links have no host. Never taken
 * from a request: Host and X-Forwarded-Host are a client's word, and a link of a stranger's host leads tokens there.
 */
export const linkBase = ({ API_URL, PUBLIC_URL }: Addresses): string =>
  (API_URL || (PUBLIC_URL ? new URL(PUBLIC_URL).origin : '')).replace(/\/+$/, '');
