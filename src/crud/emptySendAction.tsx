import { lazy, type ReactNode, Suspense } from 'react';
import { canAccess } from '../core/access.ts';
import type { ButtonProps } from '../layout/Button.tsx';

/** Only lists without rows need it. */
const SendAction = lazy(() => import('./SendAction.tsx').then((m) => ({ default: m.SendAction })));

/**
 * The action of an empty list that fills when messages are sent: sending, or what comes first. Nothing for users who cannot
 * send.
 */
export const emptySendAction = (variant: ButtonProps['variant'] = 'contained'): ReactNode =>
  canAccess('sms/bulk-sms') && (
    <Suspense>
      <SendAction variant={variant} />
    </Suspense>
  );
