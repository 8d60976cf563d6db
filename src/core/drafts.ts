import { DRAFT, getUser } from './session.ts';

interface Kept {
  owner: string;
  value: unknown;
}

const keyOf = (key: string): string => DRAFT + key;
const owner = (): string => getUser()?.uuid ?? '';

/**
 * Drafts of forms, kept in this tab through a 401 and the next sign-in. A draft is restored only for the user
 * who wrote it, and signing out removes it.
 */
export const drafts = {
  read<T>(key: string): T | undefined {
    try {
      const kept = JSON.parse(sessionStorage.getItem(keyOf(key)) ?? 'null') as Kept | null;
      return kept && kept.owner === owner() ? (kept.value as T) : undefined;
    } catch {
      return undefined;
    }
  },
  keep(key: string, value: unknown): void {
    try {
      sessionStorage.setItem(keyOf(key), JSON.stringify({ owner: owner(), value } satisfies Kept));
    } catch {
      // If the storage is full, the draft is lost but the form still works.
    }
  },
  drop(key: string): void {
    sessionStorage.removeItem(keyOf(key));
  },
};
