import { useTranslate } from 'ra-core';
import { LeaveGuard } from './LeaveGuard.tsx';

interface Props {
  /** Whether something is typed that is not saved. */
  active: boolean;
  /** Whether it is being saved: leaving waits for the result. */
  isSaving?: boolean;
}

/** Asks before leaving a form whose changes are then lost. At most one per page. */
export function UnsavedGuard({ active, isSaving }: Props) {
  const translate = useTranslate();
  return (
    <LeaveGuard
      active={active}
      isSaving={isSaving}
      title={translate('crud.form.leaveTitle')}
      text={translate('crud.form.leaveText')}
      leave={translate('crud.form.leave')}
      danger
    />
  );
}
