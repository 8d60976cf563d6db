import { type RefObject, useLayoutEffect } from 'react';

/** Pixels kept free around the entry, so that its neighbours show that there is more. */
const MARGIN = 48;

/**
 * Scrolls only the menu so that its highlighted entry is visible. `scrollIntoView` would also scroll the page, which
 * keeps room for the top bar.
 */
export function useScrollToActive(menu: RefObject<HTMLElement | null>, active: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time another entry is highlighted
  useLayoutEffect(() => {
    const box = menu.current?.parentElement;
    const entry = menu.current?.querySelector('[aria-current="page"]');
    if (!box || !entry) return;
    const follow = () => {
      const outer = box.getBoundingClientRect();
      const inner = entry.getBoundingClientRect();
      const above = inner.top - MARGIN - outer.top;
      const below = inner.bottom + MARGIN - outer.bottom;
      if (above < 0) box.scrollTop += above;
      else if (below > 0) box.scrollTop += below;
    };
    if (!('ResizeObserver' in window)) return follow();
    // It tells of the entry once, before the frame is painted and after its layout: asked for here, the browser would lay
    // the page out in the task that has just drawn it.
    const size = new ResizeObserver(() => {
      size.disconnect();
      follow();
    });
    size.observe(entry);
    return () => size.disconnect();
  }, [active]);
}
