import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useUser } from './useUser.ts';

const PROFILE = '/profile';

/** Leads staff who must set up two-factor sign-in to where they do: the server refuses them everything else. */
export function ProvedFirst({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const user = useUser();
  if (user?.two_factor?.must_enrol && pathname !== PROFILE) return <Navigate to={PROFILE} replace />;
  return children;
}
