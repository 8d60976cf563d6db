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

/** Below the focused element too, where they would cover it. */
export function belowFocus(
  top: number,
  toasts: Pick<DOMRect, 'left' | 'right' | 'height'>,
  focused: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>,
  height: number,
): number {
  const isCovered =
    focused.right > toasts.left &&
    focused.left < toasts.right &&
    focused.bottom > top &&
    focused.top < top + toasts.height;
  const below = focused.bottom + GAP;
  return isCovered && below < height / 2 ? below : top;
}

/** The box around all toasts: their region has no height of its own. */
function sizeOf(region: Element): Pick<DOMRect, 'left' | 'right' | 'height'> {
  const boxes = [...region.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect());
  const all = (edge: 'left' | 'right' | 'top' | 'bottom') => boxes.map((box) => box[edge]);
  const height = Math.max(...all('bottom')) - Math.min(...all('top'));
  return { left: Math.min(...all('left')), right: Math.max(...all('right')), height };
}

/** What toasts must not cover. */
const KEPT = '.top-bar, main [data-page-actions], .MuiDialogTitle-root';

/**
 * Keeps the toasts below the top bar, the row of the page's actions, a dialog's title and the element with the focus, as far
 * as these are in sight, while toasts are shown: the page may scroll, and another page or a dialog may come.
 */
export function useToastsTop(region: RefObject<HTMLElement | null>, areShown: boolean): void {
  useLayoutEffect(() => {
    if (!areShown) return;
    const place = () => {
      const boxes = [...document.querySelectorAll(KEPT)].map((element) => element.getBoundingClientRect());
      const { innerHeight: height } = window;
      const first = toastsTop(boxes, height);
      const { activeElement } = document;
      const top =
        region.current && activeElement?.closest('main')
          ? belowFocus(first, sizeOf(region.current), activeElement.getBoundingClientRect(), height)
          : first;
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
    document.addEventListener('focusin', placeSoon);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('scroll', placeSoon);
      window.removeEventListener('resize', placeSoon);
      document.removeEventListener('focusin', placeSoon);
    };
  }, [region, areShown]);
}
