import { useTranslate } from 'ra-core';
import { useSyncExternalStore } from 'react';
import { Notice } from './Notice.tsx';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const isOnline = (): boolean => navigator.onLine;

/** Shown while the browser is offline. The status region is always mounted, so that changes are announced. */
export function OfflineBanner() {
  const translate = useTranslate();
  const online = useSyncExternalStore(subscribe, isOnline, isOnline);
  return (
    <div role="status">
      {!online && (
        <Notice severity="warning" role="none" className="offline">
          {translate('shell.offline')}
        </Notice>
      )}
    </div>
  );
}
