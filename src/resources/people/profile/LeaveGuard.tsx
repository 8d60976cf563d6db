import { useTranslate } from 'ra-core';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useLeaveGuard } from '../../../crud/useLeaveGuard.ts';

/** Asks before what is typed is left behind: here within the console, by the browser when the tab closes. */
export function LeaveGuard({ active }: { active: boolean }) {
  const translate = useTranslate();
  const blocker = useLeaveGuard(active);

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={translate('profile.leave')}
      confirm={translate('profile.leaveConfirm')}
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {translate('profile.leaveText')}
    </ConfirmDialog>
  );
}
