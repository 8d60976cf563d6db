import { useNotificationContext, useTranslate } from 'ra-core';
import { type ComponentType, useEffect, useState } from 'react';
import { useOnFirstInteraction } from '../start/useOnFirstInteraction.ts';

/**
 * The toasts, whose code is loaded at the first sign of a user, or with the first notification: no list needs it to be
 * shown.
 */
export function Notifications() {
  const [Toasts, setToasts] = useState<ComponentType>();
  const [isMissing, setMissing] = useState(false);
  const { notifications } = useNotificationContext();
  const load = () => import('./Toasts.tsx').then((m) => setToasts(() => m.Toasts));
  const isWanted = !Toasts && notifications.length > 0;
  useOnFirstInteraction(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a failure the next notification loads it again
  useEffect(() => {
    if (isWanted) load().catch(() => setMissing(true));
  }, [isWanted, notifications]);
  if (Toasts) return <Toasts />;
  return isMissing && <PlainNotifications />;
}

/** The notifications as text, while the code of the toasts cannot be loaded, as without a connection. */
function PlainNotifications() {
  const translate = useTranslate();
  const { notifications } = useNotificationContext();
  return (
    <div className="plain-notifications" role="alert">
      {notifications.map(({ message, notificationOptions }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are never reordered
        <p key={n}>
          {typeof message === 'string' ? translate(message, notificationOptions?.messageArgs) : message}
        </p>
      ))}
    </div>
  );
}
