import { useTranslate } from 'ra-core';
import { Button, type ButtonProps } from '../layout/Button.tsx';
import type { NextStep } from './useNextStep.ts';

/** The button of what can be done now. */
export function NextAction({
  step: { path, label },
  variant = 'contained',
}: {
  step: NextStep;
  variant?: ButtonProps['variant'];
}) {
  const translate = useTranslate();
  return (
    <Button to={path} variant={variant}>
      {translate(label)}
    </Button>
  );
}
