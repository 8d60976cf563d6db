import { useTranslate } from 'ra-core';
import { useLayoutEffect, useRef, useState } from 'react';
import { returnToOwn } from '../authProvider/acting.ts';
import { useUser } from './useUser.ts';

/**
 * A banner on every page while staff are signed in as a customer, with a button that ends it. Sticky elements below it
 * follow its height, which depends on width and names.
 */
export function ActingBanner() {
  const translate = useTranslate();
  const user = useUser();
  const banner = useRef<HTMLElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const isActing = Boolean(user?.acting);

  useLayoutEffect(() => {
    const shell = banner.current?.parentElement;
    if (!isActing || !banner.current || !shell) return;
    const follow = () => shell.style.setProperty('--acting', `${banner.current?.offsetHeight ?? 0}px`);
    follow();
    // Test environments without layout do not have it.
    const watch = 'ResizeObserver' in window ? new ResizeObserver(follow) : undefined;
    watch?.observe(banner.current);
    return () => {
      watch?.disconnect();
      shell.style.removeProperty('--acting');
    };
  }, [isActing]);

  if (!user?.acting) return null;
  return (
    <section ref={banner} className="acting" aria-label={translate('users.acting.label')}>
      <p>
        {translate('users.acting.text', { name: user.name, account: user.account?.name ?? '' })}{' '}
        <small>{translate('users.acting.less')}</small>
      </p>
      <button
        type="button"
        disabled={isLeaving}
        onClick={() => {
          setLeaving(true);
          void returnToOwn();
        }}
      >
        {translate(isLeaving ? 'users.acting.returning' : 'users.acting.return')}
      </button>
    </section>
  );
}
