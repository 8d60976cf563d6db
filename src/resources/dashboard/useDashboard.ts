import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Dashboard } from '#schema/dashboard.ts';
import { refreshProfile } from '../../authProvider/profile.ts';
import { HttpError } from '../../core/http.ts';
import { offers } from '../../core/offers.ts';
import { openOf } from '../../crud/charts/days.ts';
import { dashboardQuery } from '../../crud/dashboardQuery.ts';
import { useUser } from '../../layout/useUser.ts';

/** Refetch intervals in milliseconds: while campaigns run, while today's results are awaited, otherwise. */
const RUNNING = 2000;
const AWAITED = 5000;
const IDLE = 15_000;

function every(data: Dashboard | undefined): number {
  if (data?.campaigns?.running) return RUNNING;
  const today = data?.use?.days.at(-1);
  return today && openOf(today) > 0 ? AWAITED : IDLE;
}

/**
 * The dashboard's data, refreshed while campaigns are sent. `isMissing`: this server does not have the address (it is not
 * in the catalogue), and the page does without.
 */
export function useDashboard() {
  const user = useUser();
  const isOffered = offers('dashboard');
  const { data, error, isPending, refetch } = useQuery({
    ...dashboardQuery(user?.uuid),
    enabled: isOffered,
    refetchInterval: (query) => (query.state.error ? false : every(query.state.data)),
  });
  const balance = data?.balance;
  const known = user?.wallet?.balance;
  // The top bar must show the same balance as the page.
  useEffect(() => {
    if (balance !== undefined && known !== undefined && balance !== known) void refreshProfile();
  }, [balance, known]);
  const isNewlyApproved =
    data?.kyc === 'approved' && (user?.account?.kyc_status ?? 'approved') !== 'approved';
  // The rest of the console must know it too: the trial ends with it.
  useEffect(() => {
    if (isNewlyApproved) void refreshProfile();
  }, [isNewlyApproved]);
  const isMissing = !isOffered || (error instanceof HttpError && error.status === 404);
  return { data, error: isMissing ? null : error, isMissing, isPending: isOffered && isPending, refetch };
}
