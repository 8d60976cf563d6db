import { type RouterProvider, reactRouterProvider } from 'ra-core';
import { type ReactNode, useMemo } from 'react';
import { createRoutesFromChildren, useParams, useRoutes } from 'react-router-dom';

/** What a path begins with before its first parameter, without slashes at its ends. */
const fixedPart = (path = ''): string =>
  path
    .replace(/[:*].*/, '')
    .replace(/^\/+|\/+$/g, '')
    .toLowerCase();

/**
 * react-router's `Routes` (without its `location`), which reads its children and compiles an expression for each of the console's fifty paths
 * whenever the address changes. This one reads them once, and hands on only those whose fixed part the address begins with.
 */
function Routes({ children }: { children?: ReactNode }) {
  const { '*': rest = '' } = useParams();
  const routes = useMemo(
    () => createRoutesFromChildren(children).map((route) => ({ route, fixed: fixedPart(route.path) })),
    [children],
  );
  const address = `${rest.toLowerCase()}/`;
  const possible = routes.filter(({ fixed }) => fixed === '' || address.startsWith(`${fixed}/`));
  return useRoutes(possible.map(({ route }) => route));
}

/**
 * How react-admin finds the page of an address, for `<Admin routerProvider>`.
 *
 * Gain: without it the first list costs the main thread 2 % more until its rows are there, and a change of page more
 * (docs/adr/0014). Nothing but speed breaks without it.
 */
export const routerProvider: RouterProvider = { ...reactRouterProvider, Routes };
