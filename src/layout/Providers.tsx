import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import {
  CoreAdminContext,
  type DataProvider,
  I18nContext,
  type I18nProvider,
  localStorageStore,
} from 'ra-core';
import { type ReactNode, useMemo, useState } from 'react';
import { authProvider } from '../authProvider/authProvider.ts';
import { createQueryClient } from './queryClient.ts';
import { Toasts } from './Toasts.tsx';
import { themes } from './theme.ts';
import { usePreferences, useUser } from './useUser.ts';

interface Props {
  dataProvider: DataProvider;
  createI18nProvider: () => I18nProvider;
  children: ReactNode;
}

/** react-admin mounts everything anew when its own provider changes language; this one never does. */
const noLocale = {
  translate: (key: string) => key,
  changeLocale: async () => {},
  getLocale: () => undefined,
} as unknown as I18nProvider;

/**
 * What every signed-in page stands in: react-admin's context, language, theme and toasts. Columns, page
 * sizes and saved filters are kept per user. A change of language keeps what is typed in open forms.
 */
export function Providers({ dataProvider, createI18nProvider, children }: Props) {
  const [queryClient] = useState(createQueryClient);
  const { mode, language, digits, calendar } = usePreferences();
  const owner = useUser()?.uuid ?? '';
  const store = useMemo(() => localStorageStore('1', owner), [owner]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new provider tells readers of numbers and dates, too
  const i18nProvider = useMemo(createI18nProvider, [language, digits, calendar]);
  return (
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={noLocale}
      store={store}
      queryClient={queryClient}
    >
      <I18nContext.Provider value={i18nProvider}>
        <ThemeProvider theme={themes[mode]}>
          <CssBaseline />
          {children}
          <Toasts />
        </ThemeProvider>
      </I18nContext.Provider>
    </CoreAdminContext>
  );
}
