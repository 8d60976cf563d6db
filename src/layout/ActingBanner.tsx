import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { returnToOwn } from '../authProvider/acting.ts';
import { useUser } from './useUser.ts';

/** A banner on every page while staff are signed in as a customer, with a button that ends it. */
export function ActingBanner() {
  const translate = useTranslate();
  const user = useUser();
  const [isLeaving, setLeaving] = useState(false);
  if (!user?.acting) return null;
  return (
    <section className="acting" aria-label={translate('users.acting.label')}>
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
