import { notifyManager, QueryClient, type QueryState } from '@tanstack/react-query';
import type { GetListParams } from 'ra-core';
import { canAccess } from '../core/access.ts';
import { isUnchangedSince } from '../core/ahead.ts';
import { getToken } from '../core/session.ts';
import type { ConsoleDataProvider } from '../dataProvider/dataProvider.ts';

// Render new data in the same task: with a timer, the browser would first lay out and paint the outdated page.
notifyManager.setScheduler(queueMicrotask);

/** Milliseconds for which what was preloaded is not fetched again. */
const FRESH = 5000;

/**
 * `staleTime` of a query that may begin with what was preloaded: what it fetches later is stale at once, and all that is from before
 * a change.
 */
export const freshAtFirst = ({ state }: { state: Pick<QueryState, 'dataUpdateCount' | 'dataUpdatedAt'> }) =>
  state.dataUpdateCount === 0 && isUnchangedSince(state.dataUpdatedAt) ? FRESH : 0;

/**
 * Queries neither refetch on focus nor retry (specification, section 7). react-admin checks access and session through
 * queries: those get their result as initial data, so that nothing waits, and so does a list whose rows were preloaded.
 */
export function createQueryClient(preloadedList?: ConsoleDataProvider['preloadedList']): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { refetchOnWindowFocus: false, retry: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  const defaults = client.defaultQueryOptions.bind(client);
  client.defaultQueryOptions = ((options: Parameters<typeof defaults>[0]) => {
    const full = defaults(options);
    const [area, what, params] = full.queryKey as unknown as [
      string,
      string,
      { resource: string; action: string } & GetListParams,
    ];
    if (what === 'getList') {
      // Called at every render; only a query that does not exist yet can get initial data.
      const isKnown = client.getQueryCache().get(full.queryHash) !== undefined;
      const initialData = isKnown ? undefined : preloadedList?.(area, params);
      return { ...full, ...(initialData && { initialData }), staleTime: full.staleTime ?? freshAtFirst };
    }
    if (area !== 'auth') return full;
    if (what === 'canAccess')
      return {
        ...full,
        initialData: () => canAccess(params.resource, params.action),
        staleTime: Number.POSITIVE_INFINITY,
      };
    // react-admin asks for permissions even without `getPermissions`, and renders the console again when the answer comes.
    if (what === 'getPermissions')
      return { ...full, initialData: () => [], staleTime: Number.POSITIVE_INFINITY };
    if (what === 'checkAuth') return { ...full, initialData: () => (getToken() ? true : undefined) };
    return full;
  }) as typeof client.defaultQueryOptions;
  return client;
}
