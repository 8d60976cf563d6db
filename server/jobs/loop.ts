import { isClosed, isUnavailable } from '../db/unavailable.ts';

/** Milliseconds between tries, at most: when the database is away it is back within seconds, and work waits for it. */
const LONGEST = 10_000;
const LONGEST_AWAY = 1000;

/**
 * Milliseconds to wait after so many failures in a row. A random part, because all processes lose the database at the same
 * moment.
 */
export function pauseAfter(failures: number, error: unknown): number {
  const longest = Math.min(isUnavailable(error) ? LONGEST_AWAY : LONGEST, 250 * 2 ** failures);
  return (longest * (1 + Math.random())) / 2;
}

/** A step that repeats until it is stopped. */
export interface Loop {
  /** Starts the next step now, without waiting for the pause. */
  wake(): void;
  /** Resolves when the running step has ended. */
  stop(): Promise<void>;
  /** Milliseconds since the last successful step, or since the start. */
  sinceSuccess(): number;
}

/**
 * Repeats `step`: immediately when it returns true, otherwise after `pause` milliseconds or a wake. A step that throws is
 * reported and retried after a pause that grows (pauseAfter). It ends without a report when the process has closed its
 * database.
 */
export function startLoop(
  step: () => Promise<boolean>,
  pause: number,
  onError: (error: unknown) => void,
): Loop {
  let stopped = false;
  let woken = false;
  let succeededAt = performance.now();
  let wakeUp = () => {};
  const rest = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const wake = () => {
    woken = true;
    wakeUp();
  };
  const running = (async () => {
    let failures = 0;
    while (!stopped) {
      woken = false;
      try {
        const more = await step();
        failures = 0;
        succeededAt = performance.now();
        if (!more && !woken && !stopped) await rest(pause);
      } catch (error) {
        if (isClosed(error)) return;
        onError(error);
        failures++;
        if (!stopped) await rest(pauseAfter(failures, error));
      }
    }
  })();
  return {
    wake,
    sinceSuccess: () => performance.now() - succeededAt,
    async stop() {
      stopped = true;
      wakeUp();
      await running;
    },
  };
}
