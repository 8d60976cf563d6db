import type { Brand } from '#schema/brand.ts';
import { brandConfig } from '#schema/brandConfig.ts';
import { pageData } from '../../../core/config.ts';
import { isObject } from '../../../core/errorTexts.ts';
import { preferences } from '../../../core/preferences.ts';

const BUILT_ICON = '/icon.svg';

/**
 * Shows a changed brand in this page, which has the former one from when the server wrote it. A console with a file of its
 * own looks as that file says (docs/console-alone.md).
 */
export function renewBrand(values: Readonly<Record<string, unknown>>): void {
  const written = document.getElementById('config');
  const former = pageData('config');
  if (!written || !isObject(former)) return;
  const { brand: _, branding: __, ...rest } = former;
  const brand = values as Brand;
  // The page's policy lets nobody assign a script's text, not even of one that is data.
  written.replaceChildren(JSON.stringify({ ...rest, ...brandConfig(brand) }));
  document.querySelector('link[rel="icon"]')?.setAttribute('href', brand.favicon ?? BUILT_ICON);
  // Whatever has a colour, the name or the logo is drawn anew with the preferences.
  preferences.set({});
}
