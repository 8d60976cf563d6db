import { DRAFT, getToken, getUser, ownerOf } from './session.ts';
import { tryStorage } from './tryStorage.ts';

interface Kept {
  owner: string;
  value: unknown;
}

const keyOf = (key: string): string => DRAFT + key;
const owner = (): string => ownerOf(getUser());
const isNameless = (): boolean => getUser() !== null && owner() === '';
const session = (): string => `${owner()} ${getToken() ?? ''}`;

/**
 * The drafts of users whom nothing tells apart, and all where there is no storage, by key, each with its session: they go with it
 * or with the page.
 */
const memory = new Map<string, Kept>();

/**
 * Drafts of forms, kept in this tab through a 401 and the next sign-in. A draft is restored only for the user
 * who wrote it, and signing out removes it. Without storage a reload loses it.
 */
export const drafts = {
  read<T>(key: string): T | undefined {
    const here = memory.get(key);
    if (here || isNameless()) return here?.owner === session() ? (here.value as T) : undefined;
    const kept = tryStorage(() => JSON.parse(sessionStorage.getItem(keyOf(key)) ?? 'null') as Kept | null);
    return kept && kept.owner === owner() ? (kept.value as T) : undefined;
  },
  keep(key: string, value: unknown): void {
    const isStored =
      !isNameless() &&
      tryStorage(() => {
        sessionStorage.setItem(keyOf(key), JSON.stringify({ owner: owner(), value } satisfies Kept));
        return true;
      });
    if (isStored) memory.delete(key);
    else memory.set(key, { owner: session(), value });
  },
  drop(key: string): void {
    memory.delete(key);
    tryStorage(() => sessionStorage.removeItem(keyOf(key)));
  },
};
