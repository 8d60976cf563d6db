import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './afterPaint.ts';

/**
 * Whether what was first drawn with `isReady` has been on the screen: what is drawn with the answer then takes no time from
 * it. React's `useDeferredValue` draws the rest before or after the first frame, whichever comes first.
 *
 * Gain: without it sending the requests of a record takes 23 to 96 ms before the record is shown, 2 ms with it (profiled on a
 * busy machine, slowed four times). Nothing but speed breaks without it.
 */
export function useAfterPaint(isReady: boolean): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    if (isReady) return afterPaint(() => startTransition(() => setPast(true)));
  }, [isReady]);
  return isPast;
}
