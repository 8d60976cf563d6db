import { type RefObject, useLayoutEffect } from 'react';

/** Pixels between the page's actions and the toasts. */
const GAP = 8;

/**
 * Where toasts begin, in pixels from the top of a window of this height: below those of these boxes that begin in its upper
 * quarter. At most half of it is left free.
 */
export const toastsTop = (boxes: readonly Pick<DOMRect, 'top' | 'bottom'>[], height: number): number => {
  const upper = boxes.filter(({ top }) => top < height / 4);
  return Math.min(Math.max(0, ...upper.map(({ bottom }) => bottom)) + GAP, height / 2);
};

/** What toasts must not cover. */
const KEPT = '.top-bar, main [data-page-actions], .MuiDialogTitle-root';

/**
 * Keeps the toasts below the top bar, the row of the page's actions and a dialog's title, as far as these are in sight,
 * while toasts are shown: the page may scroll, and another page or a dialog may come.
 */
export function useToastsTop(region: RefObject<HTMLElement | null>, areShown: boolean): void {
  useLayoutEffect(() => {
    if (!areShown) return;
    const place = () => {
      const boxes = [...document.querySelectorAll(KEPT)].map((element) => element.getBoundingClientRect());
      const top = toastsTop(boxes, window.innerHeight);
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
