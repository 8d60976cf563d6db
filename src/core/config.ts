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

/** Where the API is, without a last slash; '' is this page's own origin. Set at run time, not at build time. */
export function apiUrl(): string {
  const config = pageData('config');
  const url = isObject(config) && typeof config.apiUrl === 'string' ? config.apiUrl : '';
  return url.replace(/\/+$/, '');
}
