import type { Tab } from './browser.ts';

/** The source of what gives, in a page, its markup and styles as they are now, without scripts and what a selector matches. */
const stillOf = (gone: string) => `(() => {
  const rules = [...document.styleSheets].flatMap(({ href, cssRules }) => href ? [] : [...cssRules].map(({ cssText }) => cssText));
  const sheets = [...document.querySelectorAll('link[rel=stylesheet]')].map((sheet) => sheet.cloneNode());
  const whole = document.documentElement.cloneNode(true);
  for (const gone of whole.querySelectorAll(${JSON.stringify(gone)})) gone.remove();
  const style = document.createElement('style');
  style.textContent = rules.join(' ');
  whole.querySelector('head').append(...sheets, style);
  return '<!doctype html>' + whole.outerHTML;
})()`;

const ACTIVE = 'script, link, style, noscript';

/**
 * Serves the page that a tab shows as plain HTML, which runs nothing, at an address of its origin to all tabs of its person;
 * without the elements that `left`, a selector, matches.
 */
export async function serveStill(tab: Tab, left?: string): Promise<string> {
  const body = await tab.value<string>(stillOf(left ? `${ACTIVE}, ${left}` : ACTIVE));
  const url = new URL('/still', tab.page.url()).href;
  await tab.page.context().route(url, (route) => route.fulfill({ contentType: 'text/html', body }));
  return url;
}
