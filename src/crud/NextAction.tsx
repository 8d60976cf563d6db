import { useTranslate } from 'ra-core';
import { Button } from '../layout/Button.tsx';
import type { NextStep } from './useNextStep.ts';

/** The button of what can be done now. */
export function NextAction({ step: { path, label } }: { step: NextStep }) {
  const translate = useTranslate();
  return (
    <Button to={path} variant="contained">
      {translate(label)}
    </Button>
  );
}
