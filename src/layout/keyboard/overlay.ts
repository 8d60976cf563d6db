import { useSyncExternalStore } from 'react';

/** Dialogs that the keyboard, the top bar and the user menu open. */
export type Overlay = 'palette' | 'shortcuts' | 'password' | 'help';

let current: Overlay | null = null;
const shown = (): Overlay | null => current;
let ahead = '';
const listeners = new Set<() => void>();

/** Opens one of the dialogs, or closes the open one. */
export function openOverlay(next: Overlay | null): void {
  current = next;
  ahead = '';
  for (const listener of listeners) listener();
}

/** Buffers what is typed for a dialog that is still loading. */
export function typeAhead(character: string): void {
  ahead += character;
}

export const typedAhead = (): string => ahead;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOverlay = (): Overlay | null => useSyncExternalStore(subscribe, shown, shown);
