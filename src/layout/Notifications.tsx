import { useNotificationContext } from 'ra-core';
import { type ComponentType, useEffect, useState } from 'react';
import { useOnFirstInteraction } from '../start/useOnFirstInteraction.ts';

/**
 * The toasts, whose code is loaded at the first sign of a user, or with the first notification: no list needs it to be
 * shown.
 */
export function Notifications() {
  const [Toasts, setToasts] = useState<ComponentType>();
  const { notifications } = useNotificationContext();
  const load = () => import('./Toasts.tsx').then((m) => setToasts(() => m.Toasts));
  const isWanted = !Toasts && notifications.length > 0;
  useOnFirstInteraction(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a failure the next notification loads it again
  useEffect(() => {
    if (isWanted) load().catch(() => undefined);
  }, [isWanted, notifications]);
  return Toasts && <Toasts />;
}
