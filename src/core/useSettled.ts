import { useEffect, useState } from 'react';

/**
 * The value after it has not changed for `delay` milliseconds: one search per word instead of one per letter.
 */
export function useSettled<T>(value: T, delay = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
