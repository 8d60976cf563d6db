import { renderToString } from 'react-dom/server';
import { type Language, type Mode, preferences } from '../core/preferences.ts';
import { SignIn } from '../public/SignIn.tsx';
import { templateId } from './standIn.ts';

const languages: readonly Language[] = ['en', 'ne'];
const modes: readonly Mode[] = ['light', 'dark'];

/** The sign-in page as it is first drawn, in each language and theme, by the id of its template. For the build; standIn.ts says what it gains. */
export function standIns(): { id: string; html: string }[] {
  return languages.flatMap((language) =>
    modes.map((mode) => {
      preferences.set({ language, theme: mode });
      const html = renderToString(<SignIn onSignedIn={async () => {}} preload={() => {}} />);
      return { id: templateId(language, mode), html };
    }),
  );
}
