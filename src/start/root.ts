import { type ComponentType, createElement, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { trustedHtml } from '../core/trusted.ts';
import type { Drawing } from './firstList.ts';

let root: Root | undefined;

interface How {
  /** The markup that is there is what this page renders first, so React continues with it. */
  hydrates?: boolean;
  /** Somebody has just signed in and sees nothing of the page yet, so it is rendered at once. */
  isAwaited?: boolean;
}

/**
 * Shows a list that the server has drawn for this user in place of the page that is there, until React takes it over. Returns whether
 * it is shown: where a policy forbids it, the page stays, and React draws the list.
 *
 * Gain: without it the rows come a third later after signing in (docs/evidence/benchmarks.md). Nothing but speed breaks without it.
 */
export function showDrawing({ html, css, look }: Drawing, user: string): boolean {
  const place = document.getElementById('root') as HTMLElement;
  const template = document.createElement('template');
  try {
    template.innerHTML = trustedHtml(html);
    // The page's policy forbids a style element. It stays, as that of a page does: its rules are those that React's parts bring again.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  } catch {
    return false;
  }
  root?.unmount();
  root = undefined;
  place.replaceChildren(template.content);
  Object.assign(place.dataset, { drawn: user, look });
  // As the page would, once React is there (layout/focus.ts).
  place.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  return true;
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
