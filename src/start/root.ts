import { type ComponentType, createElement, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';

let root: Root | undefined;

interface How {
  /** The markup that is there is what this page renders first, so React continues with it. */
  hydrates?: boolean;
  /** Somebody has just signed in and waits for the page, so it is rendered at once. */
  isAwaited?: boolean;
}

/**
 * Renders a page in place of the previous one, or of markup that was there before any. It has its own file because it brings
 * React: 61 of the sign-in page's 69 kB, which the first script does not need.
 *
 * In a transition React renders in slices and pauses for input. Gain: at once, the longest task of the first
 * list takes twice as long; but in slices rows come 6 % later to those who have just signed in, because the browser works in
 * between. Nothing but speed breaks without either.
 */
export function renderPage<P extends object>(
  Page: ComponentType<P>,
  props: P,
  { hydrates = false, isAwaited = false }: How = {},
): void {
  const place = document.getElementById('root') as HTMLElement;
  const page = createElement(Page, props);
  // Without its fonts after all, or where a proxy's policy forbids the script that shows it (server/plugins/drawnPage.ts).
  place.hidden = false;
  const render = () => {
    if (hydrates && !root) {
      // If something differs after all, such as a day that has just begun, React renders it anew, which harms nobody.
      root = hydrateRoot(place, page, { onRecoverableError: () => undefined });
    } else {
      root ??= createRoot(place);
      root.render(page);
    }
  };
  if (isAwaited) render();
  else startTransition(render);
}
