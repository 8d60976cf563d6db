import { useLayoutEffect, useRef } from 'react';

/** Does something on Alt and a key (its `code`, such as `KeyA`), unless a dialog is open; undefined does nothing. */
export function useShortcut(code: string, act: (() => void) | undefined): void {
  const latest = useRef(act);
  latest.current = act;
  // Before the page is painted: a button that shows its key keeps that promise at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== code || !event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      if (!latest.current || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [code]);
}
