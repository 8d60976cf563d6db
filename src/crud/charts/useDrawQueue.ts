/**
 * Charts are drawn one after the other, and only once they are near the window: together, those of a dashboard keep a slow
 * phone busy for longer than a person notices.
 */

import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** How far outside of the window a chart is drawn, so that neither scrolling nor the Tab key comes to an empty box. */
const AHEAD = '50%';

interface Turn {
  draw(): void;
}
/** The first is being drawn. */
const queue: Turn[] = [];

function join(turn: Turn): void {
  queue.push(turn);
  if (queue.length === 1) turn.draw();
}

function leave(turn: Turn): void {
  const at = queue.indexOf(turn);
  if (at < 0) return;
  queue.splice(at, 1);
  // The next starts in a new task, after the browser has painted this one.
  if (at === 0) setTimeout(() => queue[0]?.draw());
}

interface Due {
  /** The box's width in pixels, if the browser has told it: a drawing that measures it itself would be drawn twice, at once. */
  width: number | undefined;
}

/**
 * `due`: the chart in the box `ref` may be drawn now. Call `done` once it is drawn or has failed. Without
 * IntersectionObserver, and for printing, all are drawn at once.
 */
export function useDrawQueue(
  ref: RefObject<Element | null>,
  isReady: boolean,
): { due: Due | undefined; done(): void } {
  const [due, setDue] = useState<Due | undefined>(() =>
    typeof IntersectionObserver === 'undefined' ? { width: undefined } : undefined,
  );
  const turn = useRef<Turn>(undefined);
  const done = useCallback(() => {
    if (turn.current) leave(turn.current);
  }, []);
  useEffect(() => {
    const box = ref.current;
    if (!isReady || !box || typeof IntersectionObserver === 'undefined') return;
    let width: number | undefined;
    // In a transition React pauses for input while it draws.
    const own: Turn = { draw: () => startTransition(() => setDue({ width })) };
    turn.current = own;
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.find(({ isIntersecting }) => isIntersecting);
        if (!near) return;
        width = near.boundingClientRect.width;
        observer.disconnect();
        join(own);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(box);
    const drawNow = () =>
      flushSync(() => setDue((known) => known ?? { width: box.getBoundingClientRect().width }));
    addEventListener('beforeprint', drawNow);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', drawNow);
      leave(own);
    };
  }, [ref, isReady]);
  return { due, done };
}
