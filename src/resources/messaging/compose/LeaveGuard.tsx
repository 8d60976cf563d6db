import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { type RefObject, useId } from 'react';
import { useLeaveGuard } from '../../../crud/useLeaveGuard.ts';

/** Asks before what is written is left behind: here within the console, by the browser when the tab closes. */
export function LeaveGuard({
  active,
  isOver,
  uncertain,
  onDiscard,
}: {
  active: boolean;
  /** Set once it was sent: leaving is then what is wanted. */
  isOver: RefObject<boolean>;
  uncertain: boolean;
  onDiscard(): void;
}) {
  const translate = useTranslate();
  const id = useId();
  const blocker = useLeaveGuard(active, isOver);
  const stay = () => blocker.reset?.();
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={stay} aria-labelledby={id} maxWidth="xs">
      <DialogTitle id={id}>{translate('compose.leaveTitle')}</DialogTitle>
      <DialogContent>{translate(uncertain ? 'compose.leaveUncertain' : 'compose.leaveText')}</DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={stay} autoFocus>
          {translate('compose.stay')}
        </Button>
        <Button
          color="error"
          onClick={() => {
            onDiscard();
            blocker.proceed?.();
          }}
        >
          {translate('compose.leaveDrop')}
        </Button>
        <Button variant="contained" onClick={() => blocker.proceed?.()}>
          {translate('compose.leaveKeep')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
