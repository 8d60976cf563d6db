import { type ComponentType, createElement, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';

let root: Root | undefined;

/**
 * Renders a page in place of the previous one; the first render hydrates the prerendered markup, if there is
 * any. It has its own file because it brings React: 61 of the sign-in page's 69 kB, which the first script
 * does not need.
 *
 * In a transition React renders in slices and pauses for input. Gain: at once, the longest task of the first
 * list takes twice as long. `isAwaited`: somebody has just signed in and waits for the page, so it is rendered at once.
 * Gain: in slices its rows come 6 % later, because the browser works in between. Nothing but speed breaks without either.
 */
export function renderPage<P extends object>(Page: ComponentType<P>, props: P, isAwaited = false): void {
  const place = document.getElementById('root') as HTMLElement;
  const page = createElement(Page, props);
  if (place.firstChild && !root) {
    root = hydrateRoot(place, page);
    return;
  }
  const own = root ?? createRoot(place);
  root = own;
  if (isAwaited) own.render(page);
  else startTransition(() => own.render(page));
}
