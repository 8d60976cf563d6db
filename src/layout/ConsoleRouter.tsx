import { createContext } from 'react';
import { type createBrowserRouter, RouterProvider } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

/** The console's router. `useNavigate` below a `<Routes>`, which react-admin's are, drops the option `flushSync`. */
export const RouterContext = createContext<Router | undefined>(undefined);

/** Runs a data router and offers it to `DirectLink`. */
export const ConsoleRouter = ({ router }: { router: Router }) => (
  <RouterContext.Provider value={router}>
    <RouterProvider router={router} />
  </RouterContext.Provider>
);
