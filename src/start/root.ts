import { type ComponentType, createElement } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';

let root: Root | undefined;

/** Renders a page in place of the previous one; the first render hydrates the prerendered markup, if there is any. */
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
