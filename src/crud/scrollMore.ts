/**
 * Marks an element that scrolls sideways: `data-more` while there is content beyond its right edge, `data-less` beyond its
 * left one; CSS shows both. A ref callback: ends when the element goes.
 */
export function scrollMore(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const mark = () => {
    const { scrollLeft, scrollWidth, clientWidth } = element;
    element.toggleAttribute('data-more', scrollWidth - clientWidth - scrollLeft > 1);
    element.toggleAttribute('data-less', scrollLeft > 1);
  };
  element.addEventListener('scroll', mark, { passive: true });
  // Reads sizes after the layout, when they are known already.
  const sizes = globalThis.ResizeObserver && new ResizeObserver(mark);
  sizes?.observe(element);
  if (element.firstElementChild) sizes?.observe(element.firstElementChild);
  return () => {
    element.removeEventListener('scroll', mark);
    sizes?.disconnect();
  };
}
