import { useEffect, useState } from 'react';

const left = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / 1000));

/** Seconds until a time (milliseconds of the clock), counted down, and a function to set another time. */
export function useWait(start: number): [seconds: number, waitUntil: (until: number) => void] {
  const [until, setUntil] = useState(start);
  const [seconds, setSeconds] = useState(() => left(start));
  useEffect(() => {
    const timer = setInterval(() => {
      const rest = left(until);
      setSeconds(rest);
      if (rest === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  const waitUntil = (next: number) => {
    setUntil(next);
    setSeconds(left(next));
  };
  return [seconds, waitUntil];
}
