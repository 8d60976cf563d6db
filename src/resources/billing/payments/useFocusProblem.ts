import { useLayoutEffect, useRef } from 'react';
import { focusWrong } from '../../../crud/focusField.ts';
import type { Problems } from './problems.ts';

/** The ref of a form whose first invalid input gets the focus when errors appear. */
export function useFocusProblem(problems: Problems) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (Object.keys(problems).length === 0) return;
    focusWrong(form.current);
  }, [problems]);
  return form;
}
