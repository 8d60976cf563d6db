import { useLayoutEffect, useRef } from 'react';
import type { Problems } from './problems.ts';

/** The ref of a form whose first invalid input gets the focus when errors appear. */
export function useFocusProblem(problems: Problems) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (Object.keys(problems).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus();
  }, [problems]);
  return form;
}
