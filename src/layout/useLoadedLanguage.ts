import { useEffect, useState } from 'react';
import { type Language, preferences } from '../core/preferences.ts';
import { hasTexts, loadTexts } from '../i18n/texts.ts';
import { usePreferences } from './useUser.ts';

/**
 * The language to render: the chosen one, or the previous one while its texts load. If loading fails, the choice is
 * reverted, so that it matches what people read. The first language is already loaded: main.ts waits for it.
 */
export function useLoadedLanguage(): Language {
  const { language } = usePreferences();
  const [drawn, setDrawn] = useState(language);
  const isHere = hasTexts(language);
  useEffect(() => {
    let isWanted = true;
    loadTexts(language).then(
      () => isWanted && setDrawn(language),
      () => isWanted && preferences.set({ language: drawn }),
    );
    return () => {
      isWanted = false;
    };
  }, [language, drawn]);
  return isHere ? language : drawn;
}
