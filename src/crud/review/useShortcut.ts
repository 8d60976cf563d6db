import { useLayoutEffect, useRef } from 'react';

/** Runs an action on Alt and a key (its `code`, such as `KeyA`), unless a dialog is open; undefined disables it. */
export function useShortcut(code: string, act: (() => void) | undefined): void {
  const latest = useRef(act);
  latest.current = act;
  // In a layout effect, so that the key works as soon as its button is visible.
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
