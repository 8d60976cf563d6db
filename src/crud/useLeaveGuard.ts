import { type RefObject, useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router-dom';

/**
 * Holds whoever leaves a page with something unsaved: answers the move within the console, `blocked` until
 * it is confirmed or reset; when the tab closes the browser itself asks. Once `isOver` is set, leaving is
 * what is wanted. A page can have one.
 */
export function useLeaveGuard(active: boolean, isOver?: RefObject<boolean>): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active && !isOver?.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isOver?.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active, isOver]);
  return blocker;
}
