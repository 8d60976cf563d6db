import type { Page } from 'playwright';
import { englishIn } from '../support/englishTexts.ts';
import { latinWords } from '../support/latin.ts';
import { type Given, visibleTexts, withoutData } from '../support/visibleTexts.ts';

/**
 * Elements that stick out of a page wider than its window, parts of the top bar that cover their neighbours, and, from the
 * width of a tablet on, lists whose last columns are out of sight.
 */
export const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    const root = document.scrollingElement as Element;
    // Content without room in a part of the bar covers its neighbour; the bar itself does not get wider.
    const squeezed = [...document.querySelectorAll('.top-bar > *')].filter(
      (part) => part.scrollWidth > part.clientWidth,
    );
    const beyond =
      root.scrollWidth <= window.innerWidth
        ? []
        : [...document.querySelectorAll('body *')].filter(
            (element) => element.getBoundingClientRect().right > window.innerWidth + 1,
          );
    // Narrower windows show rows as cards, and the few real tables there may scroll.
    const cut = window.innerWidth < 768 ? [] : [...document.querySelectorAll('.crud-scroll')];
    const scrolled = cut.filter((table) => table.scrollWidth > table.clientWidth);
    return [...squeezed, ...beyond, ...scrolled]
      .slice(0, 3)
      .map((element) => `${element.tagName}.${element.className}`);
  });

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
