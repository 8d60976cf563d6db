import { useSyncExternalStore } from 'react';
import { preferences } from '../core/preferences.ts';
import { PublicMessage } from './MailedLink.tsx';
import { text } from './text.ts';

/** The catch-all page for people who are not signed in. */
export function NotFound() {
  useSyncExternalStore(preferences.subscribe, preferences.get);
  const t = text();
  return (
    <PublicMessage title={t.not_found} text={t.not_found_text}>
      <a href="/login" className="public-submit">
        {t.submit}
      </a>
    </PublicMessage>
  );
}
