import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { HEADING } from './pageTitle.ts';

const HOME = '[tabindex="-1"]';

const linkTo = (main: HTMLElement, href: string | null | undefined): HTMLElement | null =>
  href ? main.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`) : null;

/**
 * Keeps the focus on the page. Another page takes it to its heading, which a screen reader then says, unless
 * a field of the page has it already; a page that one comes back to, to the link by which it was left. What
 * had it and is gone leaves it to the card around it, else to the heading.
 */
export function useFocusKept(place: RefObject<HTMLElement | null>): void {
  const { pathname, key } = useLocation();
  const asked = useRef({ pathname, key });
  useLayoutEffect(() => {
    asked.current = { pathname, key };
  }, [pathname, key]);

  useEffect(() => {
    const main = place.current;
    if (!main) return;
    let shown = asked.current;
    /** The address of the link that had the focus last, by entry of the history. */
    const links = new Map<string, string | null>();
    let last: Element | undefined;
    let home: HTMLElement | null | undefined;
    const remember = ({ target }: FocusEvent) => {
      last = target as Element;
      home = last.parentElement?.closest<HTMLElement>(HOME);
      links.set(asked.current.key, last.getAttribute('href'));
    };
    const keep = () => {
      const heading = main.querySelector<HTMLElement>(HEADING);
      if (!heading) return;
      const isNew = shown.pathname !== asked.current.pathname;
      shown = asked.current;
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
