import type { I18nProvider } from 'ra-core';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { type Language, type Mode, preferences } from '../core/preferences.ts';
import { ownerOf } from '../core/session.ts';
import type { ConsoleDataProvider } from '../dataProvider/dataProvider.ts';
import { createI18nProvider } from '../i18n/i18nProvider.ts';
import { applyPreferences, shownMode } from './palette.ts';
import { onPaper } from './paper.ts';
import { createQueryClient } from './queryClient.ts';
import { tabStore } from './tabStore.ts';
import { themeOf } from './theme.ts';
import { useLoadedLanguage } from './useLoadedLanguage.ts';
import { usePreferences, useUser } from './useUser.ts';

/** The theme to render; by the time it is returned, it is applied to the document. */
const useShownMode = (): Mode => useSyncExternalStore(onShownMode, shownMode, shownMode);

function onShownMode(listener: () => void): () => void {
  const ends = [
    preferences.subscribe(listener),
    onPaper(() => {
      applyPreferences();
      listener();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** react-admin remounts every page when its provider changes locale; without a locale, what is typed in forms is kept. */
const createProvider = (language: Language) =>
  ({ ...createI18nProvider(language), getLocale: () => undefined }) as unknown as I18nProvider;

/**
 * The props of `<Admin>` that depend on the user: language, theme, and a store per user with columns, page sizes and saved
 * filters. Each object stays the same until it changes.
 */
export function useAdminProps(dataProvider: ConsoleDataProvider) {
  const [queryClient] = useState(() => createQueryClient(dataProvider.preloadedList));
  const { digits, calendar } = usePreferences();
  const mode = useShownMode();
  const language = useLoadedLanguage();
  const owner = ownerOf(useUser());
  const store = useMemo(() => tabStore(owner), [owner]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new provider tells readers of numbers and dates, too
  const i18nProvider = useMemo(() => createProvider(language), [language, digits, calendar]);
  return { i18nProvider, queryClient, store, theme: themeOf(mode) };
}
