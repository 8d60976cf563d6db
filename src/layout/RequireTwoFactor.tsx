import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useUser } from './useUser.ts';

const PROFILE = '/profile';

/** Redirects staff who must set up two-factor sign-in: the server refuses everything else. */
export function RequireTwoFactor({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const user = useUser();
  if (user?.two_factor?.must_enrol && pathname !== PROFILE) return <Navigate to={PROFILE} replace />;
  return children;
}
