import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { canAccess } from '../core/access.ts';
import { usePhone } from './usePhone.ts';
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
  const isPhone = usePhone();
  if (!mode) return null;
  const text = translate(`shell.test_mode.${mode}`);
  const way = translate('shell.test_mode.connect');
  const connect = (label: string, name?: string) =>
    canAccess(LINKS, 'create') ? (
      <Link to={`/${LINKS}/create`} aria-label={name}>
        {label}
      </Link>
    ) : null;
  return (
    <section className="test-mode" aria-label={translate('shell.test_mode.label')}>
      {/* A phone's line has room for the sentence alone. */}
      {isPhone ? (
        <p>{connect(text, `${text}. ${way}`) ?? text}</p>
      ) : (
        <p>
          {text} {connect(way)}
        </p>
      )}
    </section>
  );
}
