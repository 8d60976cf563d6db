import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { afterPaint } from '../start/afterPaint.ts';
import { HEADING } from './pageTitle.ts';

const HOME = '[tabindex="-1"]';
const DIALOG = '[role="dialog"]';

const linkTo = (main: HTMLElement, href: string | null | undefined): HTMLElement | null =>
  href ? main.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`) : null;

/**
 * Whether the focus is on what the page before had in the same place, such as a button of two records. A link that leads
 * here keeps it: tabs stay.
 */
const isLeftOver = (element: Element | null): boolean =>
  Boolean(element?.matches('a, button')) &&
  !(element instanceof HTMLAnchorElement && element.pathname === location.pathname);

/**
 * Keeps the focus on the page. A new page moves it to its heading, which a screen reader then reads, unless a field already
 * has it. Going back moves it to the link that was used to leave. If the focused element disappears, the focus moves to its
 * card, otherwise to the heading. A button that is disabled while it works has it again afterwards.
 */
export function useFocusKept(place: RefObject<HTMLElement | null>): void {
  const { pathname, key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const current = useRef({ pathname, key });
  // The sign-in page, in whose place this is being rendered, still has the focus.
  const [isInstead] = useState(() => document.activeElement !== document.body);
  useLayoutEffect(() => {
    // Otherwise the next page would begin where this one was scrolled to. On the way back the browser scrolls.
    if (pathname !== current.current.pathname && !isBack) window.scrollTo(0, 0);
    current.current = { pathname, key };
  }, [pathname, key, isBack]);

  useEffect(() => {
    const main = place.current;
    if (!main) return;
    let shown = isInstead ? undefined : current.current;
    /** Address of the last focused link, by history entry. */
    const links = new Map<string, string | null>();
    let last: Element | undefined;
    let hasWorked = false;
    let home: HTMLElement | null | undefined;
    const remember = ({ target }: FocusEvent) => {
      last = target as Element;
      hasWorked = false;
      home = last.parentElement?.closest<HTMLElement>(HOME);
      links.set(current.current.key, last.getAttribute('href'));
    };
    const keep = () => {
      const heading = main.querySelector<HTMLElement>(HEADING);
      if (!heading) return;
      const isNew = shown?.pathname !== current.current.pathname;
      shown = current.current;
      const { activeElement } = document;
      const isWorking = Boolean(last?.matches(':disabled'));
      // A dialog that was answered gives the focus away when it is gone, after the button has come back.
      hasWorked = isWorking || (hasWorked && Boolean(activeElement?.matches(`body, ${DIALOG} *`)));
      if (main.contains(activeElement) && !(isNew && isLeftOver(activeElement))) return;
      if (isNew) (linkTo(main, links.get(shown.key)) ?? heading).focus({ preventScroll: true });
      else if (activeElement === document.body && last && !last.isConnected) {
        const inside = home?.isConnected && home !== main ? home : heading;
        inside.focus({ preventScroll: true });
      } else if (activeElement === document.body && hasWorked && !isWorking)
        (last as HTMLElement).focus({ preventScroll: true });
    };
    main.addEventListener('focusin', remember);
    const observer = new MutationObserver(keep);
    observer.observe(main, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    // Where dialogs are.
    observer.observe(document.body, { childList: true });
    const stop = afterPaint(keep);
    return () => {
      stop();
      main.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [place, isInstead]);
}
