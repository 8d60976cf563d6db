import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type RefObject, useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext as DataRouter, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface Props {
  /** Whether the page has unsaved changes. */
  active: boolean;
  /** Set after sending: leaving is then intended. */
  isOver?: RefObject<boolean>;
  /** Whether the changes are being saved: the question waits for the result. */
  isSaving?: boolean | undefined;
  title: string;
  text: string;
  /** Label of the button that leaves. */
  leave: string;
  /** Leaving discards what was typed. */
  danger?: boolean;
  /** Called before leaving by that button. */
  onLeave?(): void;
  /** A second way to leave, which discards what `leave` keeps. */
  drop?: { label: string; onDrop(): void };
}

/** What waits for an answer: a navigation that was blocked. */
interface Leaving {
  isBlocked: boolean;
  proceed(): void;
  reset(): void;
}

/**
 * Blocks navigation until it is confirmed, reset, or there is nothing left to lose; for closing the tab the browser itself
 * asks.
 */
function useLeaving({ active, isOver }: Pick<Props, 'active' | 'isOver'>): Leaving {
  const router = useContext(DataRouter)?.router;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active && !isOver?.current && currentLocation.pathname !== nextLocation.pathname,
  );
  // React may still draw a blocker that the router has let go, for which proceeding is an error: another navigation, such as
  // the redirect after saving, came in between.
  const isBlocked = () =>
    blocker.state === 'blocked' && [...(router?.state.blockers.values() ?? [])].includes(blocker);
  // A save that succeeds redirects a moment before its form counts as clean.
  useEffect(() => {
    if (!active && isBlocked()) blocker.proceed?.();
  });
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isOver?.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active, isOver]);
  return {
    isBlocked: blocker.state === 'blocked',
    proceed: () => isBlocked() && blocker.proceed?.(),
    reset: () => isBlocked() && blocker.reset?.(),
  };
}

/**
 * Asks before leaving unsaved changes: a dialog inside the console, the browser's own question for the tab. At most one per
 * page.
 */
export function LeaveGuard({ active, isOver, isSaving, title, text, leave, danger, onLeave, drop }: Props) {
  const translate = useTranslate();
  const leaving = useLeaving({ active, isOver });
  const left = (before?: () => void) => () => {
    before?.();
    leaving.proceed();
  };
  return (
    <ConfirmDialog
      open={active && !isSaving && leaving.isBlocked}
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
      onClose={leaving.reset}
    >
      {text}
    </ConfirmDialog>
  );
}
