import { DRAFT, getUser, onUser, ownerOf } from './session.ts';

interface Kept {
  owner: string;
  value: unknown;
}

const keyOf = (key: string): string => DRAFT + key;
const owner = (): string => ownerOf(getUser());

/** The drafts of a user whom nothing tells apart from others: they go with the page. */
const memory = new Map<string, string>();
onUser(() => {
  if (!getUser()) memory.clear();
});

/**
 * Drafts of forms, kept in this tab through a 401 and the next sign-in. A draft is restored only for the user
 * who wrote it, and signing out removes it.
 */
export const drafts = {
  read<T>(key: string): T | undefined {
    try {
      const text = owner() ? sessionStorage.getItem(keyOf(key)) : memory.get(keyOf(key));
      const kept = JSON.parse(text ?? 'null') as Kept | null;
      return kept && kept.owner === owner() ? (kept.value as T) : undefined;
    } catch {
      return undefined;
    }
  },
  keep(key: string, value: unknown): void {
    const text = JSON.stringify({ owner: owner(), value } satisfies Kept);
    try {
      if (owner()) sessionStorage.setItem(keyOf(key), text);
      else memory.set(keyOf(key), text);
    } catch {
      // If the storage is full, the draft is lost but the form still works.
    }
  },
  drop(key: string): void {
    memory.delete(keyOf(key));
    sessionStorage.removeItem(keyOf(key));
  },
};
