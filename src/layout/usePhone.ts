import { useSyncExternalStore } from 'react';
import { PHONE } from '../core/look.ts';

const query = () => globalThis.matchMedia?.(PHONE);
const isPhone = (): boolean => query()?.matches ?? false;

const subscribe = (onChange: () => void) => {
  const list = query();
  list?.addEventListener('change', onChange);
  return () => list?.removeEventListener('change', onChange);
};

/** Whether the window is as narrow as a phone's. For what differs by more than its looks; looks are in CSS. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, isPhone, isPhone);
