import { useDeferredValue } from 'react';
import { Toasts } from './Toasts.tsx';

/** The toasts, after the page: their machine draws at once whatever waits to be drawn. */
export function Notifications() {
  const isSeen = useDeferredValue(true, false);
  return isSeen && <Toasts />;
}
