import { useTranslate } from 'ra-core';
import type { RefObject } from 'react';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useLeaveGuard } from '../../../crud/useLeaveGuard.ts';

/** Asks before a request that was not sent is left behind: here in the console, by the browser for the tab. */
export function LeaveGuard({
  active,
  isOver,
  isUncertain,
  onDiscard,
}: {
  active: boolean;
  /** Set once it was sent: leaving is then what is wanted. */
  isOver: RefObject<boolean>;
  isUncertain: boolean;
  onDiscard(): void;
}) {
  const translate = useTranslate();
  const blocker = useLeaveGuard(active, isOver);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={translate('topup.leaveTitle')}
      confirm={translate('topup.leave')}
      onConfirm={() => {
        // A try without an answer keeps its key: who comes back can go on with it.
        if (!isUncertain) onDiscard();
        blocker.proceed?.();
      }}
      onClose={() => blocker.reset?.()}
    >
      <p>{translate(isUncertain ? 'topup.leaveUncertain' : 'topup.leaveText')}</p>
    </ConfirmDialog>
  );
}
