import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component has left the page: an answer that comes then must not call its user back. */
export function useIsGone(): Readonly<RefObject<boolean>> {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}
