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
  apiUrl?: string;
  /** The features that the server offers (schema/features.ts), or all of them. */
  offers?: readonly string[] | 'all';
}

let read: { text: string | null | undefined; config: Config } | undefined;

/** What the page's configuration says, as far as it can be read. */
export function config(): Config {
  const text = document.getElementById('config')?.textContent;
  if (read?.text === text && read) return read.config;
  const data = pageData('config');
  const { apiUrl, offers } = isObject(data) ? data : {};
  const known: Config = {
    ...(typeof apiUrl === 'string' && { apiUrl: apiUrl.replace(/\/+$/, '') }),
    ...((offers === 'all' || Array.isArray(offers)) && { offers }),
  };
  read = { text, config: known };
  return known;
}

/** Where the API is, without a last slash; '' is this page's own origin. Set at run time, not at build time. */
export const apiUrl = (): string => config().apiUrl ?? '';
