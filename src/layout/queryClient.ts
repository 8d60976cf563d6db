import { notifyManager, QueryClient } from '@tanstack/react-query';
import { mayDo } from '../access.ts';
import { getToken } from '../authProvider/session.ts';

// What has come is drawn in the same task: a timer would let the browser lay out and paint what is about to go.
notifyManager.setScheduler(queueMicrotask);

/**
 * Queries neither refetch on focus nor retry (specification, section 7). react-admin asks for access
 * and for the session through queries: theirs are born with the answer, so that nothing waits for it.
 */
export function createQueryClient(): QueryClient {
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
      { resource: string; action: string },
    ];
    if (area !== 'auth') return full;
    if (what === 'canAccess')
      return {
        ...full,
        initialData: mayDo(asked.resource, asked.action),
        staleTime: Number.POSITIVE_INFINITY,
      };
    if (what === 'checkAuth' && getToken()) return { ...full, initialData: true };
    return full;
  }) as typeof client.defaultQueryOptions;
  return client;
}
