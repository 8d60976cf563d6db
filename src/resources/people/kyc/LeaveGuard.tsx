import { useTranslate } from 'ra-core';
import type { RefObject } from 'react';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useLeaveGuard } from '../../../crud/useLeaveGuard.ts';

/** Asks before a form that was not submitted is left: here in the console, where it is kept, and by the browser for the tab. */
export function LeaveGuard({ active, isOver }: { active: boolean; isOver: RefObject<boolean> }) {
  const translate = useTranslate();
  const blocker = useLeaveGuard(active, isOver);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={translate('kyc.leaveTitle')}
      confirm={translate('kyc.leave')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{translate('kyc.leaveText')}</p>
    </ConfirmDialog>
  );
}
