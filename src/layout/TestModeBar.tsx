import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { canAccess } from '../core/access.ts';
import { useUser } from './useUser.ts';

const LINKS = 'admin/operator-links';

/** Where messages go while no operator is connected; null when one is, or the server does not say. */
export function useTestMode(): 'simulator' | 'none' | null {
  const sending = useUser()?.sending;
  return sending === 'simulator' || sending === 'none' ? sending : null;
}

/** Says on every page that nobody receives what is sent, with the way out for users who can connect an operator. */
export function TestModeBar() {
  const translate = useTranslate();
  const mode = useTestMode();
  if (!mode) return null;
  return (
    <section className="test-mode" aria-label={translate('shell.test_mode.label')}>
      <p>
        {translate(`shell.test_mode.${mode}`)}{' '}
        {canAccess(LINKS, 'create') && (
          <Link to={`/${LINKS}/create`}>{translate('shell.test_mode.connect')}</Link>
        )}
      </p>
    </section>
  );
}
