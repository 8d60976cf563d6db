/** Milliseconds in which the page first shows what it was opened for. */
const AFTER = 200;

/**
 * Runs a task after the page has been shown and when the browser has nothing else to do. Returns a function that calls it
 * off.
 *
 * Gain: without it the first record of a list waits for its code, which a pointer requests only a moment before it
 * presses: docs/evidence/benchmarks.md. Nothing but speed breaks without it.
 */
export function whenIdle(task: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    // Safari has no idle time to tell of.
    if (typeof requestIdleCallback === 'undefined') task();
    else idle = requestIdleCallback(task);
  }, AFTER);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
