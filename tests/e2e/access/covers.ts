import type { Page } from 'playwright';
import { drawn } from '../accessScan.ts';

/** Presses the next button of the page that was not pressed yet; answers its words, and undefined after the last. */
export const pressNext = (page: Page, pressed: string[]): Promise<string | undefined> =>
  page.evaluate((pressed) => {
    // Those that order and page a list open nothing.
    const buttons = 'main button:not(:disabled, th *, .crud-pagination *), main [role="tab"]';
    for (const button of document.querySelectorAll<HTMLElement>(buttons)) {
      // Of the buttons of many rows, which end with the record's name, one.
      const words = (button.ariaLabel ?? button.textContent ?? '').split(':')[0]?.trim() ?? '';
      if (pressed.includes(words) || !button.checkVisibility({ visibilityProperty: true })) continue;
      document.querySelector('[data-opener]')?.removeAttribute('data-opener');
      button.dataset.opener = '';
      button.focus();
      button.click();
      return words;
    }
    return undefined;
  }, pressed);

/** What lies over the page: dialogs, menus, lists. */
export const COVER =
  'body > :not(#root) :is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])';
export const isCovered = (page: Page): Promise<boolean> =>
  page.evaluate((cover) => document.querySelector(cover) !== null, COVER);

/** A toast says for five seconds that nothing could be written, over whatever link the page was scrolled to. */
export const closeToasts = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const toasts = document.querySelectorAll('.toast');
    for (const close of document.querySelectorAll<HTMLElement>('.toast .toast-close')) close.click();
    return toasts.length === 0;
  });

type Place = 'it' | 'the page' | 'closed' | 'closed, lost';

/** Whether it is open and where the focus is; a combobox keeps the focus while its list is open. */
const placeOfFocus = (page: Page): Promise<Place> =>
  page.evaluate((cover) => {
    const { activeElement: focused, body } = document;
    if (!document.querySelector(cover)) return focused === body ? 'closed, lost' : 'closed';
    return focused?.closest(`${cover}, [role="combobox"][aria-expanded="true"]`) ? 'it' : 'the page';
  }, COVER);

/** The same, when what closes at a key has had the time for it. */
async function focusAfterKey(page: Page): Promise<Place> {
  const place = await placeOfFocus(page);
  if (place === 'it' || place === 'closed') return place;
  await drawn(page);
  return placeOfFocus(page);
}

/** Whether the focus is in what has opened, stays there, and is back at what opened it after Esc. */
export async function coverFaults(page: Page): Promise<string[]> {
  if ((await placeOfFocus(page)) !== 'it') return ['the focus is not in it'];
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    const place = await focusAfterKey(page);
    // Menus and lists close at Tab, which goes on from there.
    if (place === 'closed, lost') return ['the focus is lost'];
    if (place === 'closed') return [];
    if (place !== 'it') return [`${key} leaves it`];
  }
  const what = (await page.locator(COVER).allTextContents()).join().slice(0, 80);
  await page.keyboard.press('Escape');
  const isBack = (cover: string) =>
    !document.querySelector(cover) && document.activeElement?.matches('[data-opener]') === true;
  // What closes fades out before it is gone.
  const back = page.waitForFunction(isBack, COVER, { timeout: 10_000 });
  if (await back.then(Boolean, () => false)) return [];
  return [(await isCovered(page)) ? 'Esc does not close it' : `no focus where it was before: ${what}`];
}
