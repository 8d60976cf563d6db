import { preferences } from '../core/preferences.ts';
import { text } from '../public/text.ts';
import { isOfHand } from './hand.ts';

/** The id of the template that holds the sign-in page as it is first drawn, in a language and a theme. */
export const templateId = (language: string, mode: string): string => `sign-in-${language}-${mode}`;

export interface StandIn {
  /** Resolves when somebody begins to use the page. */
  touched: Promise<void>;
  /** Presses again, now that React is there, the buttons that were pressed before. */
  resume(): Promise<void>;
}

/** What shows that somebody is about to use the page. */
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'input', 'click'] as const;

/**
 * Shows the sign-in page's markup, which the build puts into the page (scripts/consoleBuild.ts), until React is
 * there to wake it: one can read and type meanwhile, and buttons that are pressed wait. In development there is none.
 *
 * Gain: 8 kB of JavaScript until somebody uses the page, instead of 69 (`npm run check` prints both). It is the first that who
 * comes to a list without a session sees. Nothing but speed breaks without it.
 */
export function standIn(): StandIn | undefined {
  const { language, mode } = preferences.get();
  const template = document.getElementById(templateId(language, mode));
  const place = document.getElementById('root');
  if (!(template instanceof HTMLTemplateElement) || !place) return;
  place.replaceChildren(template.content.cloneNode(true));
  const { title, product } = text();
  // The build knows no brand: its place has the product's own name.
  const name = place.querySelector('.public-brand')?.lastChild;
  if (name) name.nodeValue = product;
  document.title = `${title} · ${product}`;

  const pressed: HTMLButtonElement[] = [];
  const press = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest('button');
    if (!button) return;
    // Enter in a field presses the button too. The browser would put the password into the address, and a React that
    // is just awake would press it a second time.
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed.push(button);
  };
  place.addEventListener('click', press, true);
  const { promise: touched, resolve } = Promise.withResolvers<void>();
  const touch = (event: Event) => {
    if (!isOfHand(event)) return;
    for (const name of TOUCHES) removeEventListener(name, touch, true);
    resolve();
  };
  for (const name of TOUCHES) addEventListener(name, touch, { capture: true, passive: true });
  place.querySelector<HTMLInputElement>('#email')?.focus();
  return {
    touched,
    async resume() {
      place.removeEventListener('click', press, true);
      for (const button of pressed) {
        button.click();
        // What the one before changed has to be on the page.
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
  };
}
