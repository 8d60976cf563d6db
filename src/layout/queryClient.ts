import { notifyManager, QueryClient } from '@tanstack/react-query';
import type { GetListParams } from 'ra-core';
import { mayDo } from '../core/access.ts';
import { getToken } from '../core/session.ts';
import type { ConsoleDataProvider } from '../dataProvider/dataProvider.ts';

// What has come is drawn in the same task: a timer would let the browser lay out and paint what is about to go.
notifyManager.setScheduler(queueMicrotask);

/** Milliseconds for which the list that the console began with is not asked for again. */
const FRESH = 5000;

/**
 * Queries neither refetch on focus nor retry (specification, section 7). react-admin asks for access
 * and for the session through queries: theirs are born with the answer, so that nothing waits for it, and so is
 * that of a list whose rows came before the console did.
 */
export function createQueryClient(listAtHand?: ConsoleDataProvider['listAtHand']): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { refetchOnWindowFocus: false, retry: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  const defaults = client.defaultQueryOptions.bind(client);
  client.defaultQueryOptions = ((options: Parameters<typeof defaults>[0]) => {
    const full = defaults(options);
    const [area, what, asked] = full.queryKey as unknown as [
      string,
      string,
      { resource: string; action: string } & GetListParams,
    ];
    if (what === 'getList') {
      // This is asked at every drawing, and only a query that there is not yet can be born.
      const isKnown = client.getQueryCache().get(full.queryHash) !== undefined;
      const initialData = isKnown ? undefined : listAtHand?.(area, asked);
      return initialData ? { ...full, initialData, staleTime: FRESH } : full;
    }
    if (area !== 'auth') return full;
    if (what === 'canAccess')
      return {
        ...full,
        initialData: () => mayDo(asked.resource, asked.action),
        staleTime: Number.POSITIVE_INFINITY,
      };
    // react-admin asks for permissions even of an authProvider that has none, and draws the console again for the answer.
    if (what === 'getPermissions')
      return { ...full, initialData: () => [], staleTime: Number.POSITIVE_INFINITY };
    if (what === 'checkAuth') return { ...full, initialData: () => (getToken() ? true : undefined) };
    return full;
  }) as typeof client.defaultQueryOptions;
  return client;
}
