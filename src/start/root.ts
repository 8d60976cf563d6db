import { type ComponentType, createElement } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';

let root: Root | undefined;

/** Draws a page instead of the one before; the first wakes the markup that stands in for it, if there is some. */
export function draw<P extends object>(Page: ComponentType<P>, props: P): void {
  const place = document.getElementById('root') as HTMLElement;
  const page = createElement(Page, props);
  if (root) root.render(page);
  else if (place.firstChild) root = hydrateRoot(place, page);
  else {
    root = createRoot(place);
    root.render(page);
  }
}
