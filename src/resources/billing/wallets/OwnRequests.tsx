import { useListContext, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Pair } from '#schema/permissions.ts';
import { canAccess, hasPermission } from '../../../core/access.ts';
import { useUser } from '../../../layout/useUser.ts';
import '../../../crud/review/reviews.css';

/**
 * Why the user's own requests have no button to confirm: once for the list, because on tablets a row has no room for it
 * beside its amounts and status.
 */
export function OwnRequests({ pair }: { pair: Pair }) {
  const translate = useTranslate();
  const user = useUser();
  const { data } = useListContext();
  const hasOwn = data?.some(({ status, asked_by }) => status === 'pending' && asked_by === user?.uuid);
  if (!hasOwn || !hasPermission(pair)) return null;
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
