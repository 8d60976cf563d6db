import { useEffect, useState } from 'react';
import { type Language, preferences } from '../core/preferences.ts';
import { isStaffHere } from '../core/session.ts';
import { hasTexts, loadTexts } from '../i18n/texts.ts';
import { usePreferences } from './useUser.ts';

/**
 * The language to draw in: the chosen one, or while its texts are on their way the one before. A language that
 * cannot be had is taken back, so that the choice shown is what people read. The first one is there already:
 * main.ts waits for it.
 */
export function useLoadedLanguage(): Language {
  const { language } = usePreferences();
  const [drawn, setDrawn] = useState(language);
  const forStaff = isStaffHere();
  const isHere = hasTexts(language, forStaff);
  useEffect(() => {
    let isWanted = true;
    loadTexts(language, forStaff).then(
      () => isWanted && setDrawn(language),
      () => isWanted && preferences.set({ language: drawn }),
    );
    return () => {
      isWanted = false;
    };
  }, [language, drawn, forStaff]);
  return isHere ? language : drawn;
}
