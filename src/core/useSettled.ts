import { useEffect, useState } from 'react';

/** The value once it has not changed for `delay` milliseconds: one search for a word, not one a letter. */
export function useSettled<T>(value: T, delay = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
