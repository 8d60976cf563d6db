import type { ButtonProps } from '../layout/Button.tsx';
import { NextAction, SEND } from './NextAction.tsx';
import { useNextStep } from './useNextStep.ts';

/** The button of what this user can do first, or of sending; its place until that is known. */
export function FirstAction(button: ButtonProps) {
  const step = useNextStep(true);
  if (step === null) return null;
  if (!step || step === SEND) return <NextAction step={step} {...button} />;
  return <NextAction step={step} variant={button.variant ?? 'contained'} />;
}
