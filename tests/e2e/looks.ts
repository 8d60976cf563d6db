import type { Page } from 'playwright';
import { englishIn } from '../support/englishTexts.ts';
import { latinWords } from '../support/latin.ts';
import { type Given, visibleTexts, withoutData } from '../support/visibleTexts.ts';

/** In a page: words of lists that are broken inside, at the window's width. Addresses and numbers may be. */
export const brokenWords = (): string[] => {
  const found = new Set<string>();
  for (const cell of document.querySelectorAll('main .crud-table :is(th, td)')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[\p{L}\p{M}]{3,}/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1 && !/[@/]/.test(text.nodeValue ?? '')) found.add(word);
      }
    }
  }
  return [...found].slice(0, 3).map((word) => `"${word}" is broken`);
};

/**
 * In a page as wide as a phone: rows that are more than two lines high, a list that begins too far down, and targets that
 * are too small.
 */
export const phoneFaults = (): string[] => {
  const [rowMost, aboveMost, targetLeast] = [72, 190, 24];
  const rows = [...document.querySelectorAll<HTMLElement>('main .crud-rows tbody tr')];
  const high = rows.filter((row) => row.offsetHeight > rowMost);
  // A record's page may have a list below its record.
  const first = document.querySelector('main:not(:has(.crud-record)) > .crud-list .crud-rows tbody tr');
  // Alerts come first: they say why nothing else on the page can be done.
  const alerts = [...document.querySelectorAll<HTMLElement>('main > :not(.crud-list) .MuiAlert-root')];
  const above =
    (first?.getBoundingClientRect().top ?? 0) -
    (document.querySelector('main')?.getBoundingClientRect().top ?? 0) -
    alerts.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
  const places = ['.crud-rows', '.crud-record', '.crud-tabs', '.crud-toolbar', '.crud-pagination'];
  const small = [...document.querySelectorAll(`main :is(${places}) :is(a, button, select)`)].filter(
    (target) => {
      const { width, height } = target.getBoundingClientRect();
      return width > 0 && (height < targetLeast || width < targetLeast);
    },
  );
  const name = (element: Element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 140);
  return [
    ...high.slice(0, 2).map((row) => `${row.offsetHeight} pixels high: ${name(row)}`),
    ...(first && above > aboveMost ? [`the first record is ${Math.round(above)} pixels down`] : []),
    ...small.slice(0, 2).map((target) => `too small a target: ${name(target)}`),
  ];
};

/** Keys of texts that nobody translated. */
export const rawKeys = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      // biome-ignore lint/performance/useDomNodeTextContent: what can be seen, without the scripts' text
      document.body.innerText.match(
        /\b(ra|crud|resources|shell|menu|compose|plan|campaign|contacts|sheets|payments|packages|topup|invoice|dashboard|daily|charts|profile|kyc|document|blacklist|audit|users|reviews|catalogue|accounts|links|oversight|api|webhooks|settings)\.[a-z_]+(\.\w+)*/g,
      ) ?? [],
  );

/** How light the page's ground is, from 0 to 255. */
export const lightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const found = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    return ((found[0] ?? 0) + (found[1] ?? 0) + (found[2] ?? 0)) / 3;
  });

/** The English that can be seen: texts of the console's own, and Latin words that are no data. */
export async function englishOn(page: Page, given: Pick<Given, 'data'>): Promise<string[]> {
  const shown = await visibleTexts(page);
  const data = await given.data();
  const texts = shown.map((text) => withoutData(text, data));
  return [
    ...new Set(texts.flatMap((text) => [...englishIn(text), ...(latinWords(text).length > 0 ? [text] : [])])),
  ];
}

/** What of a page in Nepali can be opened or refused without changing anything, one after another. */
export async function lookInto(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  const filters = page.getByRole('button', { name: /^फिल्टर/ });
  if (await filters.first().isVisible()) {
    await filters.first().click();
    found.push(...(await look()));
  }
  const columns = page.getByRole('button', { name: 'स्तम्भहरू' });
  if (await columns.first().isVisible()) {
    await columns.first().click();
    found.push(...(await look()));
    await page.keyboard.press('Escape');
  }
  const save = page.getByRole('button', { name: /^(सुरक्षित गर्नुहोस्|प्रापक र खर्च जाँच्नुहोस्)$/ });
  if (/\/(create|bulk-sms)$/.test(page.url()) && (await save.count()) > 0) {
    await save.first().click();
    await page.locator('[aria-invalid="true"], [data-invalid="true"]').first().waitFor();
    found.push(...(await look()));
  }
  return found;
}
