import { useEffect, useRef } from 'react';

/** Milliseconds after which somebody who only reads is served too. */
const PATIENCE = 4000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const;

/** Calls back once: at the first sign of somebody's hand, or after a while; a page's first seconds are its content's. */
function afterwards(then: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    for (const name of SIGNS) document.removeEventListener(name, go);
  };
  const go = () => {
    stop();
    then();
  };
  const timer = setTimeout(go, PATIENCE);
  for (const name of SIGNS) document.addEventListener(name, go, { passive: true });
  return stop;
}

/** Does something once, when what the page is there for has been drawn: it fetches what may be asked for next. */
export function useAfterwards(task: () => unknown): void {
  const latest = useRef(task);
  latest.current = task;
  useEffect(
    () =>
      afterwards(() => {
        // What cannot be fetched now is asked for again when it is needed.
        Promise.resolve(latest.current()).catch(() => undefined);
      }),
    [],
  );
}
