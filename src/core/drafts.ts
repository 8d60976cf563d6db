import { DRAFT, getToken, getUser, ownerOf } from './session.ts';
import { tryStorage } from './tryStorage.ts';

interface Kept {
  owner: string;
  value: unknown;
}

const keyOf = (key: string): string => DRAFT + key;
const owner = (): string => ownerOf(getUser());

/** The drafts of users whom nothing tells apart, by key: they go with the session or the page. */
const memory = new Map<string, Kept>();
const isNameless = (): boolean => getUser() !== null && owner() === '';

/**
 * Drafts of forms, kept in this tab through a 401 and the next sign-in. A draft is restored only for the user
 * who wrote it, and signing out removes it. Without storage a draft is lost, but the form still works.
 */
export const drafts = {
  read<T>(key: string): T | undefined {
    if (isNameless()) {
      const kept = memory.get(key);
      return kept && kept.owner === (getToken() ?? '') ? (kept.value as T) : undefined;
    }
    const kept = tryStorage(() => JSON.parse(sessionStorage.getItem(keyOf(key)) ?? 'null') as Kept | null);
    return kept && kept.owner === owner() ? (kept.value as T) : undefined;
  },
  keep(key: string, value: unknown): void {
    if (isNameless()) return void memory.set(key, { owner: getToken() ?? '', value });
    tryStorage(() =>
      sessionStorage.setItem(keyOf(key), JSON.stringify({ owner: owner(), value } satisfies Kept)),
    );
  },
  drop(key: string): void {
    memory.delete(key);
    tryStorage(() => sessionStorage.removeItem(keyOf(key)));
  },
};
