import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Pair } from '#schema/permissions.ts';
import { canAccess, hasPermission } from '../../../core/access.ts';
import '../../../crud/review/reviews.css';

/**
 * Why one's own requests have no button to confirm: once for the list, because on tablets a row has no room for it beside
 * its amounts and status. Whatever the list holds, so that nothing moves when its rows arrive.
 */
export function OwnRequests({ pair }: { pair: Pair }) {
  const translate = useTranslate();
  if (!hasPermission(pair)) return null;
  return (
    <div className="review-note">
      <p>
        {translate('wallets.anotherConfirms')}{' '}
        {canAccess('users', 'create') && (
          <Link to="/users/create?role=admin">{translate('wallets.inviteAdmin')}</Link>
        )}
      </p>
    </div>
  );
}
