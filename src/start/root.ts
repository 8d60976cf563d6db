import { type ComponentType, createElement, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';

let root: Root | undefined;

/**
 * Renders a page in place of the previous one; the first render hydrates the prerendered markup, if there is
 * any. It has its own file because it brings React: 61 of the sign-in page's 69 kB, which the first script
 * does not need.
 *
 * In a transition React renders in slices and pauses for input. Gain: at once, the longest task of the first
 * list takes twice as long, with the same work in all. Nothing but speed breaks without it.
 */
export function renderPage<P extends object>(Page: ComponentType<P>, props: P): void {
  const place = document.getElementById('root') as HTMLElement;
  const page = createElement(Page, props);
  if (place.firstChild && !root) {
    root = hydrateRoot(place, page);
    return;
  }
  const own = root ?? createRoot(place);
  root = own;
  startTransition(() => own.render(page));
}
