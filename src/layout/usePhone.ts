import { useSyncExternalStore } from 'react';

/** As in CSS: below it, lists show rows of two lines. */
const query = () => globalThis.matchMedia?.('(width < 37.5em)');

const subscribe = (onChange: () => void) => {
  const list = query();
  list?.addEventListener('change', onChange);
  return () => list?.removeEventListener('change', onChange);
};

/** Whether the window is as narrow as a phone's. For what differs by more than its looks; looks are in CSS. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false);
