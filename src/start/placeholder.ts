import { logoFor } from '../core/config.ts';
import { preferences } from '../core/preferences.ts';
import { footer, text } from '../public/text.ts';
import { type HeldPresses, holdPresses } from './presses.ts';
import { isUserAction } from './userAction.ts';

/** The id of the template with the prerendered sign-in page, in a language and a theme. */
export const templateId = (language: string, mode: string): string => `sign-in-${language}-${mode}`;

export interface Placeholder extends HeldPresses {
  /** Resolves when a user starts to use the page. */
  touched: Promise<void>;
}

/** Events that show that a user is about to use the page. */
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'input', 'click'] as const;

/** The build knows no brand. What React finds must be what it would render (PublicPage.tsx, Logo.tsx). */
function putBrand(place: HTMLElement): void {
  const { title, product, lead } = text();
  const part = (name: string) => place.querySelector(`.${name}`);
  const name = part('public-brand')?.lastChild;
  if (name) name.nodeValue = product;
  part('public-lead')?.replaceChildren(lead);
  const logo = logoFor(preferences.get().mode);
  if (logo)
    part('logo')?.replaceWith(
      Object.assign(new Image(), { className: 'logo', src: logo, height: 28, alt: '' }),
    );
  part('public-foot')?.append(
    ...footer().map(({ text: textContent, href }) =>
      Object.assign(document.createElement(href ? 'a' : 'span'), { textContent, ...(href && { href }) }),
    ),
  );
  document.title = `${title} · ${product}`;
}

/**
 * Shows the sign-in page's markup, which the build puts into the page (scripts/consoleBuild.ts), until React
 * hydrates it: users can already read and type, and button presses wait. In development there is no such
 * markup.
 *
 * Gain: 8 kB of JavaScript until somebody uses the page, instead of 69 (`npm run check` prints both). It is
 * the first page for anybody who opens a list without a session. Nothing but speed breaks without it.
 */
export function showPlaceholder(): Placeholder | undefined {
  const { language, mode } = preferences.get();
  const template = document.getElementById(templateId(language, mode));
  const place = document.getElementById('root');
  if (!(template instanceof HTMLTemplateElement) || !place) return;
  place.replaceChildren(template.content.cloneNode(true));
  putBrand(place);

  const { resume } = holdPresses(place, 'button');
  const touched = new Promise<void>((resolve) => {
    const touch = (event: Event) => {
      if (!isUserAction(event)) return;
      for (const name of TOUCHES) removeEventListener(name, touch, true);
      resolve();
    };
    for (const name of TOUCHES) addEventListener(name, touch, { capture: true, passive: true });
  });
  place.querySelector<HTMLInputElement>('#email')?.focus();
  return { touched, resume };
}
