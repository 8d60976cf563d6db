import { useQuery } from '@tanstack/react-query';
import { hasPermission } from '../core/access.ts';
import { dashboardSummary } from '../core/entityTable.ts';
import { http } from '../core/http.ts';
import type { Summary } from './readSummary.ts';
import { useUser } from './useUser.ts';

/** Refetch intervals in milliseconds: while messages wait or campaigns run, and otherwise. */
const MOVING = 3000;
const IDLE = 15_000;

/** Loaded with the request, which no other page makes. */
const reader = () => import('./readSummary.ts');

const isMoving = ({ queue, campaigns }: Summary = {}): boolean =>
  (queue?.waiting ?? 0) > 0 || (campaigns?.running ?? 0) > 0;

interface Options {
  /** False: not refetched by itself. */
  every?: false;
  /** False: nothing is requested yet. */
  enabled?: boolean;
}

/**
 * The provider's figures over all accounts, as far as the server gives them, refreshed. `undefined` for users who may
 * not read them.
 */
export function useSummary({ every, enabled = true }: Options = {}) {
  const user = useUser();
  return useQuery({
    queryKey: ['dashboard-summary', user?.uuid],
    enabled: enabled && hasPermission(['dashboard-summary', 'get']),
    queryFn: async ({ signal }) => {
      const [{ readSummary }, answer] = await Promise.all([
        reader(),
        http.json(dashboardSummary, { signal }),
      ]);
      return readSummary(answer);
    },
    refetchInterval: ({ state: { data, error } }) => every ?? (!error && isMoving(data) ? MOVING : IDLE),
  });
}
