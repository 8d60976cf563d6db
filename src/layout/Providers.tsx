import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import {
  CoreAdminContext,
  type DataProvider,
  I18nContext,
  type I18nProvider,
  localStorageStore,
} from 'ra-core';
import { type ReactNode, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { authProvider } from '../authProvider/authProvider.ts';
import { type Language, type Mode, preferences } from '../core/preferences.ts';
import { isStaffHere } from '../core/session.ts';
import { applyPreferences, shownMode } from './palette.ts';
import { onPaper } from './paper.ts';
import { createQueryClient } from './queryClient.ts';
import { Toasts } from './Toasts.tsx';
import { themeOf } from './theme.ts';
import { useLoadedLanguage } from './useLoadedLanguage.ts';
import { usePreferences, useUser } from './useUser.ts';

interface Props {
  dataProvider: DataProvider;
  createI18nProvider: (language: Language) => I18nProvider;
  children: ReactNode;
}

/** react-admin mounts everything anew when its own provider changes language; this one never does. */
const noLocale = {
  translate: (key: string) => key,
  changeLocale: async () => {},
  getLocale: () => undefined,
} as unknown as I18nProvider;

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

/**
 * What every signed-in page stands in: react-admin's context, language, theme and toasts. Columns, page
 * sizes and saved filters are kept per user. A change of language keeps what is typed in open forms.
 */
export function Providers({ dataProvider, createI18nProvider, children }: Props) {
  const [queryClient] = useState(() => createQueryClient(dataProvider.listAtHand));
  const { digits, calendar } = usePreferences();
  const mode = useShownMode();
  const read = useLoadedLanguage();
  // The toasts' machine draws at once whatever waits to be drawn: the page is to be seen before that.
  const isSeen = useDeferredValue(true, false);
  const owner = useUser()?.uuid ?? '';
  // A session that ends would empty it: what a user has chosen is there at the next sign-in.
  const store = useMemo(() => ({ ...localStorageStore('1', owner), reset: () => undefined }), [owner]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new provider tells readers of numbers and dates, too; staff have more texts
  const i18nProvider = useMemo(() => createI18nProvider(read), [read, digits, calendar, isStaffHere()]);
  return (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={noLocale}
      store={store}
      queryClient={queryClient}
    >
      <I18nContext.Provider value={i18nProvider}>
        <ThemeProvider theme={themeOf(mode)}>
          <CssBaseline />
          {children}
          {isSeen && <Toasts />}
        </ThemeProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
}
