import { startTransition, useEffect, useState } from 'react';

/**
 * How many of a page's heavy parts to draw now: the first at once, each of the others when the one before it stands,
 * so that the page answers between them.
 */
export function useOneByOne(parts: number): number {
  const [due, setDue] = useState(1);
  useEffect(() => {
    if (due >= parts) return;
    const timer = setTimeout(() => startTransition(() => setDue(due + 1)));
    return () => clearTimeout(timer);
  }, [due, parts]);
  return due;
}
