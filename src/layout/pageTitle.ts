import { useTranslate } from 'ra-core';
import { type RefObject, useEffect } from 'react';
import { config } from '../core/config.ts';
import { afterPaint } from '../start/afterPaint.ts';
import { usePreferences } from './useUser.ts';

/** The product's name: the brand from the configuration, if there is one. */
export function useProduct(): string {
  const translate = useTranslate();
  // A changed brand is announced like a preference.
  usePreferences();
  return config().brand || translate('auth.product');
}

/** The page's heading; react-admin's own views insert their title there (StockTitle.tsx). */
export const HEADING = 'h1, #react-admin-title:not([hidden])';

/**
 * Keeps the document's title equal to the first heading inside the element. All kinds of views (generated lists, custom
 * pages, error pages) have an h1 in common.
 */
export function useTitleFromHeading(place: RefObject<HTMLElement | null>): void {
  const product = useProduct();
  useEffect(() => {
    const main = place.current;
    if (!main) return;
    const follow = () => {
      const heading = main.querySelector(HEADING)?.textContent?.trim();
      const title = `${heading} · ${product}`;
      // Typing changes the element too, but not its heading.
      if (heading && document.title !== title) document.title = title;
    };
    follow();
    // Setting the title takes time from what is being drawn (docs/evidence/benchmarks.md).
    let stop: (() => void) | undefined;
    const observer = new MutationObserver(() => {
      stop?.();
      stop = afterPaint(follow);
    });
    observer.observe(main, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      stop?.();
    };
  }, [place, product]);
}
