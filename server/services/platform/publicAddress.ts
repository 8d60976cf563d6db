import type { Config } from '../../config.ts';

/**
 * What links in answers start with, without a last slash: the API's own address where it has one (API_URL), else the
 * console's (PUBLIC_URL), which it then shares; empty where neither is set, so that links have no host. Never taken
 * from a request: Host and X-Forwarded-Host are a client's word, and a link of a stranger's host leads tokens there.
 */
export const linkBase = ({ API_URL, PUBLIC_URL }: Pick<Config, 'API_URL' | 'PUBLIC_URL'>): string =>
  (API_URL || (PUBLIC_URL ? new URL(PUBLIC_URL).origin : '')).replace(/\/+$/, '');
