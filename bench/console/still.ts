import type { Tab } from './browser.ts';

/** In a page: its markup and styles as they are now, without its scripts. */
const STILL = `(() => {
  const rules = [...document.styleSheets].flatMap(({ href, cssRules }) => href ? [] : [...cssRules].map(({ cssText }) => cssText));
  const sheets = [...document.querySelectorAll('link[rel=stylesheet]')].map((sheet) => sheet.cloneNode());
  const whole = document.documentElement.cloneNode(true);
  for (const gone of whole.querySelectorAll('script, link, style, noscript')) gone.remove();
  const style = document.createElement('style');
  style.textContent = rules.join(' ');
  whole.querySelector('head').append(...sheets, style);
  return '<!doctype html>' + whole.outerHTML;
})()`;

/** Serves the page that a tab shows as plain HTML, which runs nothing, at an address of its origin to all tabs of its person. */
export async function serveStill(tab: Tab): Promise<string> {
  const body = await tab.value<string>(STILL);
  const url = new URL('/still', tab.page.url()).href;
  await tab.page.context().route(url, (route) => route.fulfill({ contentType: 'text/html', body }));
  return url;
}
