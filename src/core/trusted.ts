/** What the console itself makes of text, under policies that the server's Content-Security-Policy names (Trusted Types). */

interface Rules {
  createHTML(text: string): string;
  createScriptURL(text: string): string;
}
interface Policies {
  createPolicy<K extends keyof Rules>(name: string, rules: Pick<Rules, K>): Pick<Rules, K>;
}

/** Undefined in browsers without Trusted Types. */
const policies = (): Policies | undefined => (globalThis as { trustedTypes?: Policies }).trustedTypes;

/** The address of the only script that the console starts by itself: the worker that reads sheets. */
export const trustedWorker = (url: string): string =>
  policies()
    ?.createPolicy('sheet-worker', { createScriptURL: () => url })
    .createScriptURL(url) ?? url;

/** Markup of the page's own server (start/root.ts). Throws where the page's policy does not name this one. */
export const trustedHtml = (html: string): string =>
  policies()
    ?.createPolicy('drawn-list', { createHTML: () => html })
    .createHTML(html) ?? html;
