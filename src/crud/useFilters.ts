import { useListContext } from 'ra-core';
import { createContext, useContext, useLayoutEffect, useRef } from 'react';

type Filters = Record<string, unknown>;

/** What was asked of a list and is not in its address yet; null when nothing is. */
export const AskedFilters = createContext<{ current: Filters | null }>({ current: null });

/** The ref for AskedFilters, of the list that it is called in: emptied when the address has followed. */
export function useAskedFilters() {
  const { filterValues } = useListContext();
  const address = JSON.stringify(filterValues);
  const asked = useRef<Filters | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the address settles what was asked
  useLayoutEffect(() => {
    asked.current = null;
  }, [address]);
  return asked;
}

/**
 * The filters of the list around it. A change starts from what was asked last, not from what the address says: that
 * follows a moment later, and a second choice within it would bring the first one's past back.
 */
export function useFilters() {
  const { filterValues, setFilters } = useListContext();
  const asked = useContext(AskedFilters);
  const values = filterValues as Filters;
  const ask = (next: Filters) => {
    const kept = Object.entries(next).filter(
      ([, value]) => value !== '' && value !== undefined && value !== null,
    );
    asked.current = Object.fromEntries(kept);
    setFilters(asked.current, undefined, false);
  };
  return {
    values,
    change: (change: Filters) => ask({ ...(asked.current ?? values), ...change }),
    clear: () => ask({}),
  };
}
