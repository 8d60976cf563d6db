import type { Page } from 'playwright';

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
export const isCovered = async (page: Page): Promise<boolean> => (await page.locator(COVER).count()) > 0;

/** Whether the focus is in what has opened, stays there, and is back at what opened it after Esc. */
export async function coverFaults(page: Page): Promise<string[]> {
  const isInside = () =>
    page.evaluate(
      // A combobox keeps the focus while its list is open.
      (cover) => document.activeElement?.closest(`${cover}, [role="combobox"][aria-expanded="true"]`) != null,
      COVER,
    );
  if (!(await isInside())) return ['the focus is not in it'];
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    // Menus and lists close at Tab, which goes on from there.
    if (!(await isCovered(page)))
      return (await page.evaluate(() => document.activeElement === document.body))
        ? ['the focus is lost']
        : [];
    if (!(await isInside())) return [`${key} leaves it`];
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
