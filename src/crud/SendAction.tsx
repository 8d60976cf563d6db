import type { ButtonProps } from '../layout/Button.tsx';
import { NextAction } from './NextAction.tsx';
import { useNextStep } from './useNextStep.ts';

/** The button of what comes before the first message, or of sending it. */
export function SendAction({ variant }: Pick<ButtonProps, 'variant'>) {
  const step = useNextStep(true);
  return step && <NextAction step={step} variant={variant} />;
}
