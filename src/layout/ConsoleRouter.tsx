import { createContext } from 'react';
import { type createBrowserRouter, RouterProvider } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

/** The console's router. Below a `<Routes>`, which react-admin uses, `useNavigate` drops the option `flushSync`. */
export const RouterContext = createContext<Router | undefined>(undefined);

/** Runs a data router and provides it to `DirectLink`. */
export const ConsoleRouter = ({ router }: { router: Router }) => (
  <RouterContext.Provider value={router}>
    <RouterProvider router={router} />
  </RouterContext.Provider>
);
