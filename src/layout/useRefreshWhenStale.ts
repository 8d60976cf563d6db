import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Milliseconds without input after which nobody is taken to be looking at the page. */
const AWAY = 5 * 60_000;
const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

let input = Date.now();
const note = () => {
  input = Date.now();
};
for (const name of INPUTS) window.addEventListener(name, note, { passive: true, capture: true });

/**
 * Renews what every page shows once it is older than `age` milliseconds: when another page is opened, when the window is
 * seen again, and while somebody uses the page. A page that is left open renews nothing, because each request counts as use
 * of the session, which would never become idle.
 */
export function useRefreshWhenStale(age: number, renew: () => void): void {
  const { pathname } = useLocation();
  const last = useRef({ at: Date.now(), pathname });
  const latest = useRef(renew);
  latest.current = renew;
  useEffect(() => {
    const check = () => {
      if (document.hidden || Date.now() - last.current.at < age) return;
      last.current.at = Date.now();
      latest.current();
    };
    const checkInUse = () => {
      if (Date.now() - input < AWAY) check();
    };
    if (last.current.pathname !== pathname) check();
    last.current.pathname = pathname;
    const timer = setInterval(checkInUse, age);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [age, pathname]);
}
