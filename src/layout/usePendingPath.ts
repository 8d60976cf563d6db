import { useCallback, useContext, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { isLoaded } from '../start/screen.ts';
import { RouterContext } from './ConsoleRouter.tsx';

const nothing = () => {};

/**
 * The path that was chosen, while its page's code is loading: the address changes at once, but in a transition React
 * keeps the previous page until then. A page whose code is there needs no sign.
 */
export function usePendingPath(): string | undefined {
  const router = useContext(RouterContext);
  const { pathname } = useLocation();
  const subscribe = useCallback((tell: () => void) => router?.subscribe(tell) ?? nothing, [router]);
  const pathOf = () => {
    const path = router?.state.location.pathname;
    return path === undefined || isLoaded(path) ? undefined : path;
  };
  const chosen = useSyncExternalStore(subscribe, pathOf, pathOf);
  return chosen === pathname ? undefined : chosen;
}
