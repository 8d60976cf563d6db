import type { Locator, Page } from 'playwright';

/** The specification's pages of a customer. */
export const routes = [
  ...['/', '/contact', '/profile', '/kyc', '/settings/blacklist'],
  ...['', '/dispatch', '/templates', '/bulk-sms', '/consumption-history'].map((page) => `/sms${page}`),
  ...['history', 'topup-history', 'daily-consumption'].map((page) => `/wallet/${page}`),
  ...['active-packages', 'sms', 'history'].map((page) => `/packages/${page}`),
];

/** What a page must not say: values that nobody has read, and keys of texts. */
export const NONSENSE =
  /\bNaN\b|\bundefined\b|Invalid Date|\b1970\b|\[object |\|\|\|\||\b(crud|dashboard|plan|compose)\.[a-z]\w+/;

export const row = (page: Page, words: string): Locator => page.getByRole('row').filter({ hasText: words });
export const main = (page: Page): Locator => page.getByRole('main');

/** Requests of a page that the API does not have: nothing but the catalogue may be asked for. */
export function watch(page: Page): string[] {
  const strangers: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isAbsent = response.status() === 404 || response.status() === 405;
    // Asked for once: it would say what the server offers beyond the catalogue.
    if (pathname === '/v1/openapi.json') return;
    if (pathname.startsWith('/v1/') && isAbsent) strangers.push(`${response.request().method()} ${pathname}`);
  });
  return strangers;
}

export const seen = async (what: Locator): Promise<string> =>
  (await what.allInnerTexts()).join(' ').replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');
