import { isObject } from './errorTexts.ts';
import type { Language, Mode } from './preferences.ts';

/** JSON from the page's `<script type="application/json" id="...">`; undefined if there is none. */
export function pageData(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  if (!text?.trim()) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes the page's JSON with this id, which no longer applies. */
export const dropPageData = (id: string): void => document.getElementById(id)?.remove();

/** How the service presents itself, besides its name; what is missing has the product's own look. */
interface Branding {
  /** Colours of src/layout/palette.ts, by the theme. */
  colors?: { [mode in Mode]?: Record<string, string> };
  /** Addresses of images. */
  logo?: { [mode in Mode]?: string };
  /** The line below the title of the sign-in page. */
  signIn?: { [language in Language]?: string };
  /** Support. */
  email?: string;
  phone?: string;
  hours?: { [language in Language]?: string };
  /** Addresses of pages. */
  terms?: string;
  privacy?: string;
}

interface Config {
  /** The API's address without a trailing slash; '' is this page's own origin. */
  apiUrl: string;
  /** The product name to show; '' keeps the default name. */
  brand: string;
  branding: Branding;
  /** The features that the server offers (schema/features.ts), or all of them. */
  offers: readonly string[] | 'all' | undefined;
  /** Whether requests to an API of another origin carry its cookies: the API must allow credentials. */
  cookies: boolean;
  /** Whether the server can send e-mail; only `false` says that it cannot. */
  mail: boolean;
}

function asConfig(data: unknown): Config {
  const { apiUrl, brand, branding, offers, cookies, mail } = isObject(data) ? data : {};
  return {
    apiUrl: typeof apiUrl === 'string' ? apiUrl.replace(/\/+$/, '') : '',
    brand: typeof brand === 'string' ? brand.trim() : '',
    branding: isObject(branding) ? branding : {},
    offers: offers === 'all' || Array.isArray(offers) ? offers : undefined,
    cookies: cookies === true,
    mail: mail !== false,
  };
}

let known: Config | undefined;
let source: unknown;
let fetched: unknown;

// The build draws the sign-in page without a document.
const inPage = (): string | undefined => globalThis.document?.getElementById('config')?.textContent?.trim();

/**
 * Loads the configuration file next to the page, unless the server wrote the configuration into the page. The
 * page requests the file before its scripts (index.html), so that it is there when they run. Never rejects.
 */
export async function loadConfig(): Promise<void> {
  if (inPage()) return;
  try {
    const answer = await fetch('/config.json');
    if (answer.ok) fetched = await answer.json();
  } catch (error) {
    // The console continues as if the file did not exist.
    console.error('config.json', error);
  }
}

/**
 * Puts another configuration in the place of the one that the page came with, whose element nobody may change: the page's
 * policy guards the text of scripts, also of those that are data.
 */
export function replaceConfig(next: object): void {
  dropPageData('config');
  fetched = next;
}

/** The configuration, as far as it can be parsed: from the page, otherwise from the file next to it. */
export function config(): Config {
  const text = inPage();
  const from = text || fetched;
  if (!known || source !== from) known = asConfig(text ? pageData('config') : fetched);
  source = from;
  return known;
}

/** The provider's logo for a theme, if there is one. */
export const logoFor = (mode: Mode): string | undefined => config().branding.logo?.[mode];

/**
 * The API's address without a trailing slash; '' is this page's own origin. Set at run time, not at build
 * time.
 */
export const apiUrl = (): string => config().apiUrl;

/** The API's origin if it differs from the page's; otherwise ''. */
export function originElsewhere(base = apiUrl()): string {
  const { origin } = new URL(base, location.origin);
  return origin === location.origin ? '' : origin;
}
