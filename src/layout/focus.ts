import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { HEADING } from './pageTitle.ts';

const HOME = '[tabindex="-1"]';

const linkTo = (main: HTMLElement, href: string | null | undefined): HTMLElement | null =>
  href ? main.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`) : null;

/**
 * Keeps the focus on the page. A new page moves it to its heading, which a screen reader then reads, unless a field already
 * has it. Going back moves it to the link that was used to leave. If the focused element disappears, the focus moves to its
 * card, otherwise to the heading.
 */
export function useFocusKept(place: RefObject<HTMLElement | null>): void {
  const { pathname, key } = useLocation();
  const current = useRef({ pathname, key });
  useLayoutEffect(() => {
    current.current = { pathname, key };
  }, [pathname, key]);

  useEffect(() => {
    const main = place.current;
    if (!main) return;
    let shown = current.current;
    /** Address of the last focused link, by history entry. */
    const links = new Map<string, string | null>();
    let last: Element | undefined;
    let home: HTMLElement | null | undefined;
    const remember = ({ target }: FocusEvent) => {
      last = target as Element;
      home = last.parentElement?.closest<HTMLElement>(HOME);
      links.set(current.current.key, last.getAttribute('href'));
    };
    const keep = () => {
      const heading = main.querySelector<HTMLElement>(HEADING);
      if (!heading) return;
      const isNew = shown.pathname !== current.current.pathname;
      shown = current.current;
      const { activeElement } = document;
      if (main.contains(activeElement)) return;
      if (isNew) (linkTo(main, links.get(shown.key)) ?? heading).focus({ preventScroll: true });
      else if (activeElement === document.body && last && !last.isConnected) {
        const inside = home?.isConnected && home !== main ? home : heading;
        inside.focus({ preventScroll: true });
      }
    };
    main.addEventListener('focusin', remember);
    const observer = new MutationObserver(keep);
    observer.observe(main, { childList: true, subtree: true });
    return () => {
      main.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [place]);
}
