import { useDeferredValue } from 'react';
import { Toasts } from './Toasts.tsx';

/** The toasts, rendered after the page: their machine synchronously flushes pending renders. */
export function Notifications() {
  const isSeen = useDeferredValue(true, false);
  return isSeen && <Toasts />;
}
