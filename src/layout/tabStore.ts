import { localStorageStore, memoryStore, type Store } from 'ra-core';

/** The ticked rows of a list: those of another tab must not be deleted here. */
const isSelection = (key: string): boolean => /\.selectedIds(\.|$)/.test(key);
/** Search, filters, order and page of a list. */
const isParams = (key: string): boolean => key.endsWith('.listParams');

/**
 * react-admin's store of a user in localStorage, which other tabs follow, except for what belongs to the list in front of
 * somebody: which rows are ticked stays in this tab's memory, and what is searched is stored only for tabs that are opened later.
 * Without an owner, all of it stays in this tab.
 */
export function tabStore(owner: string): Store {
  const tab = memoryStore();
  const shared = owner ? localStorageStore('1', owner) : tab;
  const storesOf = (key: string): Store[] =>
    isSelection(key) ? [tab] : isParams(key) ? [tab, shared] : [shared];
  return {
    ...shared,
    setup: () => [tab, shared].forEach((store) => void store.setup()),
    teardown: () => [tab, shared].forEach((store) => void store.teardown()),
    getItem: <T>(key: string, initial?: T) =>
      storesOf(key).reduce<T | undefined>((found, store) => found ?? store.getItem<T>(key), undefined) ??
      initial,
    setItem: (key, value) => storesOf(key).forEach((store) => void store.setItem(key, value)),
    removeItem: (key) => storesOf(key).forEach((store) => void store.removeItem(key)),
    subscribe: (key, callback) => (storesOf(key)[0] ?? shared).subscribe(key, callback),
    // Ending the session would clear it, but a user's choices must be there at the next sign-in.
    reset: () => undefined,
  };
}
