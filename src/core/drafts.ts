import { DRAFT, getToken, getUser, ownerOf } from './session.ts';
import { tryStorage } from './tryStorage.ts';

interface Kept {
  owner: string;
  value: unknown;
}

const keyOf = (key: string): string => DRAFT + key;
const owner = (): string => ownerOf(getUser());

/** The drafts of users whom nothing tells apart, and all where there is no storage, by key: they go with the session or the page. */
const memory = new Map<string, Kept>();
const isNameless = (): boolean => getUser() !== null && owner() === '';

/**
 * Drafts of forms, kept in this tab through a 401 and the next sign-in. A draft is restored only for the user
 * who wrote it, and signing out removes it. Without storage a reload loses it.
 */
export const drafts = {
  read<T>(key: string): T | undefined {
    const writer = isNameless() ? (getToken() ?? '') : owner();
    const kept =
      memory.get(key) ??
      tryStorage(() => JSON.parse(sessionStorage.getItem(keyOf(key)) ?? 'null') as Kept | null);
    return kept && kept.owner === writer ? (kept.value as T) : undefined;
  },
  keep(key: string, value: unknown): void {
    if (isNameless()) return void memory.set(key, { owner: getToken() ?? '', value });
    const kept: Kept = { owner: owner(), value };
    const isStored = tryStorage(() => {
      sessionStorage.setItem(keyOf(key), JSON.stringify(kept));
      return true;
    });
    if (isStored) memory.delete(key);
    else memory.set(key, kept);
  },
  drop(key: string): void {
    memory.delete(key);
    tryStorage(() => sessionStorage.removeItem(keyOf(key)));
  },
};
