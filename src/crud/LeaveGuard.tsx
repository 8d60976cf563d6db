import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type RefObject, useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface Props {
  /** Whether something unsaved is on the page. */
  active: boolean;
  /** Set once it was sent: leaving is then what is wanted. */
  isOver?: RefObject<boolean>;
  title: string;
  text: string;
  /** The words of the button that leaves. */
  leave: string;
  /** Leaving loses what was typed. */
  danger?: boolean;
  /** Runs before the page is left by that button. */
  onLeave?(): void;
  /** A second way to leave, which loses what `leave` keeps. */
  drop?: { label: string; onDrop(): void };
}

/** Answers the move within the console, `blocked` until it is confirmed or reset; for the tab the browser itself asks. */
function useLeaving({ active, isOver }: Pick<Props, 'active' | 'isOver'>): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active && !isOver?.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isOver?.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active, isOver]);
  return blocker;
}

/** Asks before something unsaved is left behind: here in the console, by the browser for the tab. A page can have one. */
export function LeaveGuard({ active, isOver, title, text, leave, danger, onLeave, drop }: Props) {
  const translate = useTranslate();
  const blocker = useLeaving({ active, isOver });
  const left = (before?: () => void) => () => {
    before?.();
    blocker.proceed?.();
  };
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={title}
      confirm={leave}
      cancel={translate('crud.form.stay')}
      danger={danger}
      other={
        drop && (
          <Button color="error" onClick={left(drop.onDrop)}>
            {drop.label}
          </Button>
        )
      }
      onConfirm={left(onLeave)}
      onClose={() => blocker.reset?.()}
    >
      {text}
    </ConfirmDialog>
  );
}
