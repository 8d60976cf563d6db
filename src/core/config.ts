/** JSON that the page carries in `<script type="application/json" id="...">`; undefined where there is none. */
export function pageData(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  if (!text?.trim()) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

interface Config {
  /** Where the API is, without a last slash; '' is this page's own origin. */
  apiUrl: string;
  /** What the product is called, instead of its own name; '' says nothing. */
  brand: string;
  /** The features that the server offers (schema/features.ts), or all of them. */
  offers: readonly string[] | 'all' | undefined;
  /** Whether an API of another origin gets its cookies: it must allow credentials. */
  cookies: boolean;
}

function asConfig(data: unknown): Config {
  const { apiUrl, brand, offers, cookies } = isObject(data) ? data : {};
  return {
    apiUrl: typeof apiUrl === 'string' ? apiUrl.replace(/\/+$/, '') : '',
    brand: typeof brand === 'string' ? brand.trim() : '',
    offers: offers === 'all' || Array.isArray(offers) ? offers : undefined,
    cookies: cookies === true,
  };
}

let known: Config | undefined;
let source: unknown;
let fetched: unknown;

// The build draws the sign-in page where there is no document.
const inPage = (): string | undefined => globalThis.document?.getElementById('config')?.textContent?.trim();

/**
 * Fetches the configuration that lies beside the page, unless the server wrote one into the page. The page asks for the
 * file before it asks for scripts (index.html), so that it is there when they run. Never rejects.
 */
export async function loadConfig(): Promise<void> {
  if (inPage()) return;
  try {
    const answer = await fetch('/config.json');
    if (answer.ok) fetched = await answer.json();
  } catch (error) {
    // The console goes on as if the file were not there.
    console.error('config.json', error);
  }
}

/** The configuration, as far as it can be read: what stands in the page, else the file beside it. */
export function config(): Config {
  const text = inPage();
  const from = text || fetched;
  if (!known || source !== from) known = asConfig(text ? pageData('config') : fetched);
  source = from;
  return known;
}

/** Where the API is, without a last slash; '' is this page's own origin. Set at run time, not at build time. */
export const apiUrl = (): string => config().apiUrl;
