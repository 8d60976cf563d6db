/** A session's browser and system, from its User-Agent; null if unknown. */
export interface Device {
  browser: string | null;
  system: string | null;
}

// Browsers also name those they descend from, so the specific ones come first.
const browsers: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

const systems: readonly [name: string, sign: RegExp][] = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac(?:intosh| OS X)\b/],
  ['Linux', /\b(?:Linux|X11)\b/],
];

const find = (list: readonly [string, RegExp][], text: string): string | null =>
  list.find(([, sign]) => sign.test(text))?.[0] ?? null;

/** `curl/8.5.0` and the like: other programs name themselves first. */
const program = (text: string): string | null => /^([A-Za-z][\w.-]{1,30})\/\d/.exec(text)?.[1] ?? null;

/** Browser and system of a User-Agent header, by their common names. */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const isBrowser = text.startsWith('Mozilla/') || text.startsWith('Opera/');
  return {
    browser: isBrowser ? find(browsers, text) : program(text),
    system: find(systems, text),
  };
}
