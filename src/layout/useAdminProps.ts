import { type I18nProvider, localStorageStore } from 'ra-core';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { type Language, type Mode, preferences } from '../core/preferences.ts';
import { isStaffHere } from '../core/session.ts';
import type { ConsoleDataProvider } from '../dataProvider/dataProvider.ts';
import { createI18nProvider } from '../i18n/i18nProvider.ts';
import { applyPreferences, shownMode } from './palette.ts';
import { onPaper } from './paper.ts';
import { createQueryClient } from './queryClient.ts';
import { themeOf } from './theme.ts';
import { useLoadedLanguage } from './useLoadedLanguage.ts';
import { usePreferences, useUser } from './useUser.ts';

/** The theme to draw with, which is on the document by the time that this has it. */
const useShownMode = (): Mode => useSyncExternalStore(onShownMode, shownMode);

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

/** react-admin mounts every page anew when its provider changes locale; without one, what is typed in forms is kept. */
const createProvider = (language: Language) =>
  ({ ...createI18nProvider(language), getLocale: () => undefined }) as unknown as I18nProvider;

/**
 * The props of `<Admin>` that follow the reader: language, theme, and a store for each user with their columns, page
 * sizes and saved filters. Each is the same object until it changes.
 */
export function useAdminProps(dataProvider: ConsoleDataProvider) {
  const [queryClient] = useState(() => createQueryClient(dataProvider.listAtHand));
  const { digits, calendar } = usePreferences();
  const mode = useShownMode();
  const language = useLoadedLanguage();
  const owner = useUser()?.uuid ?? '';
  // A session that ends would empty it: what a user has chosen is there at the next sign-in.
  const store = useMemo(() => ({ ...localStorageStore('1', owner), reset: () => undefined }), [owner]);
  const forStaff = isStaffHere();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new provider tells readers of numbers and dates, too; staff have more texts
  const i18nProvider = useMemo(() => createProvider(language), [language, digits, calendar, forStaff]);
  return { i18nProvider, queryClient, store, theme: themeOf(mode) };
}
