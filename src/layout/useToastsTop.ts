import { type RefObject, useLayoutEffect } from 'react';

/** Pixels between the page's actions and the toasts. */
const GAP = 8;

/** Lower edges in the window, in pixels, of what toasts must not cover: the top bar and the row of the page's actions. */
const edges = (): number[] =>
  ['.top-bar', 'main [data-page-actions]'].map(
    (place) => document.querySelector(place)?.getBoundingClientRect().bottom ?? 0,
  );

/**
 * Keeps the toasts below the page's actions, as far as these are in sight, while toasts are shown: the page may scroll, and
 * another page may come. At most half the window is left free.
 */
export function useToastsTop(region: RefObject<HTMLElement | null>, areShown: boolean): void {
  useLayoutEffect(() => {
    if (!areShown) return;
    const place = () => {
      const top = Math.min(Math.max(...edges()) + GAP, window.innerHeight / 2);
      region.current?.style.setProperty('--toasts-top', `${top}px`);
    };
    let frame = 0;
    const placeSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    place();
    const observer = new MutationObserver(placeSoon);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    window.addEventListener('scroll', placeSoon, { passive: true });
    window.addEventListener('resize', placeSoon);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('scroll', placeSoon);
      window.removeEventListener('resize', placeSoon);
    };
  }, [region, areShown]);
}
