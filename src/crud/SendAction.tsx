import { lazy, Suspense } from 'react';
import { isStaff } from '#schema/isStaff.ts';
import { canAccess } from '../core/access.ts';
import type { ButtonProps } from '../layout/Button.tsx';
import { useUser } from '../layout/useUser.ts';
import { NextAction, SEND } from './NextAction.tsx';

/** Only accounts that may not be able to send yet need it. */
const FirstAction = lazy(() => import('./FirstAction.tsx').then((m) => ({ default: m.FirstAction })));

/**
 * Send Bulk SMS, or what has to be done first; nothing for users who cannot send. An approved account is not asked about,
 * unless it has no campaigns (`isFirst`). The attributes are those of the button that leads to sending.
 */
export function SendAction({ isFirst = false, ...button }: ButtonProps & { isFirst?: boolean }) {
  const user = useUser();
  if (!user || !canAccess('sms/bulk-sms')) return null;
  const isAsked = !isStaff(user.role) && (isFirst || user.account?.kyc_status !== 'approved');
  if (!isAsked) return <NextAction step={SEND} {...button} />;
  return (
    <Suspense fallback={<NextAction {...button} />}>
      <FirstAction {...button} />
    </Suspense>
  );
}
