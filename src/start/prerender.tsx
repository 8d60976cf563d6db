import { renderToString } from 'react-dom/server';
import { type Language, type Mode, preferences } from '../core/preferences.ts';
import { SignIn } from '../public/SignIn.tsx';
import { templateId } from './placeholder.ts';

const languages: readonly Language[] = ['en', 'ne'];
const modes: readonly Mode[] = ['light', 'dark'];

/**
 * The first rendering of the sign-in page, in each language and theme, by the id of its template. For the
 * build; placeholder.ts states the gain.
 */
export function placeholders(): { id: string; html: string }[] {
  return languages.flatMap((language) =>
    modes.map((mode) => {
      preferences.set({ language, theme: mode });
      const html = renderToString(<SignIn onSignedIn={async () => {}} preload={() => {}} />);
      return { id: templateId(language, mode), html };
    }),
  );
}
