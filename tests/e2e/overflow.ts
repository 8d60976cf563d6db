import type { Page } from 'playwright';

/**
 * What functions of the page answer, once it is drawn with its fonts: those of the machine are wider. One call for all of
 * them: each costs as much as what it asks, and so does each frame.
 */
export const onceDrawn = <T>(page: Page, asked: readonly (() => T)[]): Promise<T[]> =>
  page.evaluate<T[]>(`(async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    return [${asked.map((ask) => `(${ask})()`).join()}];
  })()`);

/**
 * In a page: elements that stick out of a page wider than its window, parts of the top bar that cover their neighbours,
 * and, from the width of a tablet on, lists whose last columns are out of sight.
 */
export const sideways = (): string[] => {
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
};

/** In a page: the elements that cut off what is in them, without an ellipsis to show for it. */
export const cuttingElements = (): Element[] =>
  [...document.querySelectorAll('body *')].filter((element) => {
    const { overflowX, overflowY, clipPath, textOverflow } = getComputedStyle(element);
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    if (clipPath !== 'none' || textOverflow === 'ellipsis' || !element.textContent?.trim()) return false;
    return (
      (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
    );
  });

/** The beginnings of the elements that cut text off. Pictures may be cut, and so may lines after which dots stand. */
export async function cutTexts(page: Page): Promise<string[]> {
  const elements = await page.evaluateHandle(cuttingElements);
  return elements.evaluate((found) => {
    const cutsText = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (words.nextNode()) {
        range.selectNodeContents(words.currentNode);
        const { width, right, bottom } = range.getBoundingClientRect();
        if (width > 1 && (right > box.right + 1 || bottom > box.bottom + 1)) return true;
      }
      return false;
    };
    return found
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          getComputedStyle(element).webkitLineClamp === 'none' &&
          cutsText(element),
      )
      .map((element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 140));
  });
}
