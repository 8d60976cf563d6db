import type { ReactNode } from 'react';
import { canAccess } from '../core/access.ts';
import type { ButtonProps } from '../layout/Button.tsx';
import { NextAction } from './NextAction.tsx';
import { useNextStep } from './useNextStep.ts';

/**
 * The action of an empty list that fills when messages are sent: sending, or what comes first. Nothing for users who cannot
 * send.
 */
export const sendAction = (variant: ButtonProps['variant'] = 'contained'): ReactNode =>
  canAccess('sms/bulk-sms') && <SendAction variant={variant} />;

/** Asks what comes first only where it is shown. */
function SendAction({ variant }: Pick<ButtonProps, 'variant'>) {
  const step = useNextStep(true);
  return step && <NextAction step={step} variant={variant} />;
}
