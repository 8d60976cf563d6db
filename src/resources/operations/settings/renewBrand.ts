import type { Brand } from '#schema/brand.ts';
import { brandConfig } from '#schema/brandConfig.ts';
import { config, pageData, replaceConfig } from '../../../core/config.ts';
import { preferences } from '../../../core/preferences.ts';

const BUILT_ICON = '/icon.svg';

/** Whether the page's configuration has been replaced before: then it has none of its own any more. */
let isReplaced = false;

/**
 * Shows a changed brand in this page, which has the former one from when the server wrote it. A console with a file of its
 * own looks as that file says (docs/console-alone.md).
 */
export function renewBrand(values: Readonly<Record<string, unknown>>): void {
  if (!isReplaced && !pageData('config')) return;
  isReplaced = true;
  const brand = values as Brand;
  replaceConfig({ ...config(), brand: '', branding: {}, ...brandConfig(brand) });
  document.querySelector('link[rel="icon"]')?.setAttribute('href', brand.favicon ?? BUILT_ICON);
  // Whatever has a colour, the name or the logo is drawn anew with the preferences.
  preferences.set({});
}
