import { type RefObject, useEffect, useRef } from 'react';

/** The card that takes a form's place: it has the focus, and the page shows its heading although the form was scrolled. */
export function useFocusFromTop(): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return card;
}
