import { useSyncExternalStore } from 'react';

/** Dialogs that the keyboard, the top bar and the user's menu open. */
export type Asked = 'palette' | 'shortcuts' | 'password';

let current: Asked | null = null;
const listeners = new Set<() => void>();

/** Opens one of the dialogs, or closes what is open. */
export function ask(next: Asked | null): void {
  current = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useAsked = (): Asked | null => useSyncExternalStore(subscribe, () => current);
