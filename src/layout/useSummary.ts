import { useQuery } from '@tanstack/react-query';
import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import { may } from '../core/access.ts';
import { dashboardSummary } from '../core/entityTable.ts';
import { http } from '../core/http.ts';
import { useUser } from './useUser.ts';

/** Refetch intervals in milliseconds: while messages wait or campaigns run, and otherwise. */
const MOVING = 3000;
const IDLE = 15_000;

interface Options {
  /** False: not refetched by itself. */
  every?: false;
  /** False: nothing is requested yet. */
  enabled?: boolean;
}

/** The provider's figures over all accounts, refreshed. `undefined` for users who may not read them. */
export function useSummary({ every, enabled = true }: Options = {}) {
  const user = useUser();
  return useQuery({
    queryKey: ['dashboard-summary', user?.uuid],
    enabled: enabled && may(['dashboard-summary', 'get']),
    queryFn: async ({ signal }) =>
      (await http.json<{ data: DashboardSummary }>(dashboardSummary, { signal })).data,
    refetchInterval: ({ state: { data, error } }) =>
      every ??
      (error ? IDLE : data && (data.queue.waiting > 0 || data.campaigns.running > 0) ? MOVING : IDLE),
  });
}
