import { type RouterProvider, reactRouterProvider } from 'ra-core';
import { type ReactNode, useMemo } from 'react';
import { createRoutesFromChildren, useParams, useRoutes } from 'react-router-dom';

/** The part of a path before its first parameter, without slashes at its ends. */
const fixedPart = (path = ''): string =>
  path
    .replace(/[:*].*/, '')
    .replace(/^\/+|\/+$/g, '')
    .toLowerCase();

/**
 * react-router's `Routes` (without its `location`) reads its children and compiles an expression for each of
 * the console's fifty paths whenever the address changes. This version reads them once, and passes on only
 * those whose fixed part matches the start of the address.
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
 * Gain: without it the first list costs the main thread 2 % more until its rows are there, and a change of
 * page more (docs/adr/0014). Nothing but speed breaks without it.
 */
export const routerProvider: RouterProvider = { ...reactRouterProvider, Routes };
