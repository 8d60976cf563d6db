import { useListContext } from 'ra-core';
import { createContext, useContext, useLayoutEffect, useRef } from 'react';

type Filters = Record<string, unknown>;

/** The last requested filters, while the address does not have them yet; otherwise null. */
export const PendingFilters = createContext<{ current: Filters | null }>({ current: null });

/** The ref for PendingFilters, for the list in context; cleared when the address has followed. */
export function usePendingFilters() {
  const { filterValues } = useListContext();
  const address = JSON.stringify(filterValues);
  const pending = useRef<Filters | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the address settles what was asked
  useLayoutEffect(() => {
    pending.current = null;
  }, [address]);
  return pending;
}

/**
 * The filters of the surrounding list. A change starts from the last requested state, not from the address: the address
 * follows a moment later, and a second choice within that moment would undo the first.
 */
export function useFilters() {
  const { filterValues, setFilters } = useListContext();
  const pending = useContext(PendingFilters);
  const values = filterValues as Filters;
  const ask = (next: Filters) => {
    const kept = Object.entries(next).filter(
      ([, value]) => value !== '' && value !== undefined && value !== null,
    );
    pending.current = Object.fromEntries(kept);
    setFilters(pending.current, undefined, false);
  };
  return {
    values,
    change: (change: Filters) => ask({ ...(pending.current ?? values), ...change }),
    clear: () => ask({}),
  };
}
