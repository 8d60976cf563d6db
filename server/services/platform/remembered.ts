import { setTimeout } from 'node:timers/promises';

/** Milliseconds for which an answer is used again: the longest that a change by another process goes unnoticed. */
export const REMEMBERED_MS = 1000;
/** Milliseconds that a caller waits for a new answer while there is an old one. */
const PATIENCE_MS = 300;

export interface Remembered<T> {
  (): Promise<T>;
  /** Makes the next call ask anew, after a change by this process. */
  forget(): void;
}

/**
 * Keeps an answer for REMEMBERED_MS, for what every page needs. While the question fails or is not answered, the last
 * answer is kept; rejects if there is none. `now`: milliseconds of a monotonic clock.
 */
export function remembered<T>(
  ask: () => Promise<T>,
  now: () => number = () => performance.now(),
): Remembered<T> {
  let last: { answer: T } | undefined;
  let running: Promise<T> | undefined;
  let at = Number.NEGATIVE_INFINITY;

  const start = (): Promise<T> => {
    at = now();
    const asking = ask()
      .then((answer) => {
        // Of a question from before a change, the answer may be old.
        if (running === asking) last = { answer };
        return answer;
      })
      .finally(() => {
        if (running === asking) running = undefined;
      });
    asking.catch(() => undefined);
    running = asking;
    return asking;
  };
  const call = async (): Promise<T> => {
    if (!last) return running ?? start();
    if (!running && now() - at < REMEMBERED_MS) return last.answer;
    const { answer } = last;
    return Promise.race([
      (running ?? start()).catch(() => answer),
      setTimeout(PATIENCE_MS, answer, { ref: false }),
    ]);
  };
  return Object.assign(call, {
    forget() {
      running = undefined;
      at = Number.NEGATIVE_INFINITY;
    },
  });
}
