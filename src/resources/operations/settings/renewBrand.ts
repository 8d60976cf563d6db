import { preferences } from '../../../core/preferences.ts';

const BUILT_ICON = '/icon.svg';

/**
 * Shows a changed brand in this page, which has the former one from when the server wrote it. Elsewhere the console's own
 * file decides how it looks (docs/console-alone.md). Never rejects: the brand is saved whatever becomes of this.
 */
export async function renewBrand({ favicon }: Readonly<Record<string, unknown>>): Promise<void> {
  const written = document.getElementById('config');
  if (!written?.textContent?.trim()) return;
  const answer = await fetch(new URL('/config.json', location.origin)).catch(() => undefined);
  const text = answer?.ok ? await answer.text().catch(() => '') : '';
  if (!text) return;
  written.textContent = text;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', String(favicon ?? BUILT_ICON));
  // Whatever has a colour, the name or the logo is drawn anew with the preferences.
  preferences.set({});
}
